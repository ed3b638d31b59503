% proves: 11.6, 11.3 an array that a kernel captures, and the host changes: the same results on all devices
% expect: stdout
%> 131544 0 7 33486
t = linspace(1,256,256)
function [] = __kernel__ look(x : vec, y : vec, pos : int)
  y[pos] = t[mod(x[pos],256)]
endfunction
x = linspace(0,1023,1024)
y = zeros(1024)
for k=0..3
  {!sched gpu_index=mod(k,2)}
  parallel_do(1024, x, y, look)
  t[k] = 100*k
  parallel_do(1024, x, y, look)
  x = mod(y, 300)
endfor
print sum(y), " ", y[0], " ", y[3], " ", sum(t)
