% proves: 11.6, 11.3 launches on two devices and the CPU, and elements that the host writes: the same results on all devices
% expect: stdout
%> 499529 499529 6 6
function [] = __kernel__ step(x : vec, y : vec, pos : int)
  y[pos] = 0.5*(x[pos] + x[pos])
endfunction
x = linspace(0,999,1000)
y = zeros(1000)
for k=0..40
  {!sched gpu_index=mod(k,2)}
  parallel_do(1000, x, y, step)
  y[mod(k*37,1000)] += 1
  if mod(k,3) == 0
    parallel_do(1000, y, x, step)
  elseif mod(k,3) == 1
    {!sched mode=cpu}
    parallel_do(1000, y, x, step)
    {!sched}
  else
    x[5] = y[6]
  endif
endfor
print sum(x), " ", sum(y), " ", x[5], " ", y[6]
