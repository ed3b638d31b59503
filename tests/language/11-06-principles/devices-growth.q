% proves: 11.6, 11.3 arrays of no, one and many elements on devices: the same results on all devices
% expect: stdout
%> [ 0, 1] 0
%> [ 2, 2] 2
%> [ 4, 3] 30
%> [ 10, 6] 870
%> [ 0, 1] 0
%> [ 34, 18] 93330
%> [ 2, 2] 2
%> [ 128, 65] 17301440
%> 135
function [] = __kernel__ put(x : mat, k : scalar, pos : ivec2)
  x[pos] = k*pos[1] + pos[0]
endfunction
x = zeros(0,0)
for n=[0,1,2,5,0,17,1,64]
  {!sched gpu_index=mod(n,2)}
  x = zeros(n, n+1)
  parallel_do(size(x), x, n, put)
  y = cat(0, x, x)
  print size(y), " ", sum(y)
endfor
v = zeros(0)
for k=0..9
  {!sched gpu_index=mod(k,2)}
  t = ones(3)*k
  v = cat(0, v, t)
endfor
print sum(v)
