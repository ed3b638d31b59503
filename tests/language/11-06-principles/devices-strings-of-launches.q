% proves: 11.6, 11.3 long rows of short launches on one array: the same results on all devices
% expect: stdout
%> [ 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11]
function [] = __kernel__ a1(x : vec, pos : int)
  x[pos] += 1
endfunction
function [] = __kernel__ a2(x : vec, pos : int)
  x[pos] *= 2
endfunction
x = zeros(17)
for k=0..199
  {!sched gpu_index=mod(k/7,2)}
  if mod(k,11) == 0
    parallel_do(17, x, a2)
    x = mod(x, 97)
  else
    parallel_do(17, x, a1)
  endif
endfor
print x
