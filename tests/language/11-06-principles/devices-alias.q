% proves: 11.6, 11.3 names that change places, copies, and elements that the host writes between launches: the same results on all devices
% expect: stdout
%> 4501370.3056640625 4501393.388671875 0.65625 5.859375
function [] = __kernel__ shift(x : vec'safe, y : vec'safe, pos : int)
  y[pos] = x[pos] + x[pos+1]
endfunction
x = linspace(1,3000,3000)
y = copy(x)
for k=0..9
  {!sched gpu_index=mod(k,2)}
  parallel_do(3000, x, y, shift)
  z = y
  y = x
  x = z
  x[k] = 1
  w = x
  w[k+1] = 2
  x = x*0.5
endfor
print sum(x), " ", sum(y), " ", x[5], " ", y[2999]
