% proves: 8.2 elements of a short vector that a device function writes are the loop's vector, not a copy for each iteration
% expect: stdout
%> [ 4.75, 4.75, 2]
%> [ 1999, 2, 3]
function y = __device__ mark(u : vec, n : int)
  u[mod(n, 2)] = 4.75
  y = n
endfunction
a = [1.0, 3, 2]
c = zeros(2000, 4)
for i=0..1999
  for j=0..3
    c[i, j] = mark(a, i)
  endfor
endfor
print a

function [] = __device__ note(u : vec, n : int)
  u[0] = max(u[0], n)
endfunction
b = [1.0, 2, 3]
for i=0..1999
  note(b, i)
endfor
print b
