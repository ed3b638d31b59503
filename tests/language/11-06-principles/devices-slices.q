% proves: 11.6, 11.3 rows, columns and parts that the host writes between launches on two devices: the same results on all devices
% expect: stdout
%> 592734 156 90 8852
function [] = __kernel__ inc(x : mat, k : scalar, pos : ivec2)
  x[pos] = x[pos] + k
endfunction
x = zeros(64,97)
for k=1..12
  {!sched gpu_index=mod(k,2)}
  parallel_do(size(x), x, k, inc)
  x[k,:] = k
  x[:,k] = x[:,k+1]*2
  {!sched gpu_index=mod(k+1,2)}
  parallel_do(size(x), x, 1, inc)
  y = x[2..30, 5..50]
  parallel_do(size(y), y, 3, inc)
  x[2..30, 5..50] = y
endfor
print sum(x), " ", x[3,7], " ", x[63,96], " ", sum(x[5,:])
