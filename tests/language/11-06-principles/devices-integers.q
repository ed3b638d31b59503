% proves: 11.6, 11.3 histograms and bytes that host and devices change in turns: the same results on all devices
% expect: stdout
%> [ 3757, 3751, 3751, 3757, 3751, 3757, 3750, 3756, 3750, 3750, 3756, 3750, 3756, 3750, 3756, 3750]
%> 231551 232 3
function [] = __kernel__ count(x : vec[int], h : vec[int], pos : int)
  h[mod(x[pos],16)] += 1
endfunction
function [] = __kernel__ byte(x : vec[uint8], y : vec[uint8], pos : int)
  y[pos] = x[pos] + 200
endfunction
x = zeros[int](10007)
for i=0..10006
  x[i] = i*7
endfor
h = zeros[int](16)
for k=0..5
  {!sched gpu_index=mod(k,2)}
  parallel_do(10007, x, h, count)
  h[k] += 1
endfor
print h
b = zeros[uint8](1001)
d = zeros[uint8](1001)
for k=0..4
  {!sched gpu_index=mod(k,2)}
  parallel_do(1001, b, d, byte)
  d[k] = 3
  b = d
  d = zeros[uint8](1001)
endfor
print sum(b), " ", b[1000], " ", b[4]
