% proves: 2.4.1 an access mode belongs to its parameter: a function that is handed the array has its own
% expect: stdout
%> [ 3, 1, 2, 3, 1]
%> [ 0, 1, 2, 3, 0]
%> [ 0, 1, 2, 3, 0]
%> [ 1, 1, 2, 3, 3]
function s = __device__ untyped(x, k : int)
  s = x[k]
endfunction
function s = __device__ plain(x : vec, k : int)
  s = x[k]
endfunction
function s = __device__ mirrored(x : vec'mirror, k : int)
  s = x[k]
endfunction
function [] = __kernel__ read(x : vec'circular, y : mat, pos : int)
  y[0,pos] = x[pos-1]
  y[1,pos] = untyped(x, pos-1)
  y[2,pos] = plain(x, pos-1)
  y[3,pos] = mirrored(x, pos-1)
endfunction
y = zeros(4,5)
parallel_do(5, [1,2,3], y, read)
for k = 0..3
  print y[k,:]
endfor
