% proves: 11.6, 11.3 arrays that are gone on the host while launches on two devices still use them: the same results on all devices
% expect: stdout
%> 100502010 2010 2190
function [] = __kernel__ fill(x : vec, k : scalar, pos : int)
  x[pos] = k + mod(pos,7)
endfunction
function [] = __kernel__ add(x : vec, y : vec, pos : int)
  y[pos] += x[pos]
endfunction
y = zeros(50001)
for k=1..60
  {!sched gpu_index=mod(k,2)}
  x = uninit(50001)
  parallel_do(50001, x, k, fill)
  {!sched gpu_index=mod(k/3,2)}
  parallel_do(50001, x, y, add)
  x = 0
endfor
print sum(y), " ", y[3], " ", y[50000]
