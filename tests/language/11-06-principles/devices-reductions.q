% proves: 11.6, 11.3 sums and largest elements of what devices have made, in loops and built-in functions: the same results on all devices
% expect: stdout
%> 3430067860
function [] = __kernel__ gen(x : mat, k : int, pos : ivec2)
  x[pos] = mod(pos[0]*31 + pos[1]*k, 17)
endfunction
t = 0.0
for k=1..20
  {!sched gpu_index=mod(k,2)}
  x = zeros(33,k+1)
  parallel_do(size(x), x, k, gen)
  s = 0.0
  m = -1.0
  for i=0..size(x,0)-1
    for j=0..size(x,1)-1
      s += x[i,j]
      m = max(m, x[i,j])
    endfor
  endfor
  t += s + m + max(x) + min(x) + sum(x)
  x[0,0] = t
  t += sum(x[0,:])
endfor
print t
