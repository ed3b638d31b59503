% proves: 11.6, 11.3 transfers and allocations to and from devices between launches: the same results on all devices
% expect: stdout
%> 1212457.94140625 1048516.375 1809371.953125 3621172.90625 4
function [] = __kernel__ twice(x : vec, pos : int)
  x[pos] = 2*x[pos]
endfunction
x = ones(4096)
y = ones(4096)
c = {x, y}
for k=0..7
  {!transfer vars=x; target=gpu; gpu_index=1}
  {!sched gpu_index=0}
  parallel_do(4096, x, twice)
  {!transfer vars=x,y; target=cpu}
  x[k] = 7
  {!transfer vars=c; target=gpu}
  {!sched gpu_index=1}
  parallel_do(4096, y, twice)
  {!alloc mode=gpu}
  z = x + y
  {!alloc mode=cpu}
  w = z*2
  z[0] = 1
  x = x + 0.25*z
  c[0][9] = 4
  y[3] = w[3]
  x = mod(x, 1000)
  y = mod(y, 1000)
endfor
print sum(x), " ", sum(y), " ", sum(z), " ", sum(w), " ", c[0][9]
