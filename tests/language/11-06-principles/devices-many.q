% proves: 11.6, 11.3 more arrays than a small device has room for, in chains: the same results on all devices
% expect: stdout
%> 127690431
function [] = __kernel__ acc(x : vec, y : vec, pos : int)
  y[pos] = y[pos]*0.5 + x[pos]
endfunction
c = cell(24)
for k=0..23
  c[k] = ones(1000+k)*k
endfor
for t=1..6
  for k=0..22
    {!sched gpu_index=mod(k*t,2)}
    parallel_do(1000+k, c[k], c[k+1], acc)
    if mod(k,5)==t-1
      c[k] = copy(c[k+1])
      c[k] = c[k][0..999+k]
    endif
  endfor
endfor
s = 0.0
for k=0..23
  s += sum(c[k])
endfor
print round(s)
