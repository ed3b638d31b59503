% proves: 11.6, 11.3 built-in functions between launches on two devices: the same results on all devices
% expect: stdout
%> 89142 15 849 382 99
%> 89054 15 892 382 99
%> 88960 15 904 379 99
%> 89392 16 966 379 99
%> 89148 15 927 431 99
%> 88660 15 794 370 99
function [] = __kernel__ spread(x : mat, y : mat, pos : ivec2)
  y[pos] = mod(7*x[pos] + pos[1], 31)
endfunction
x = reshape(linspace(0,5999,6000),[60,100])
for k=0..5
  {!sched gpu_index=mod(k,2)}
  y = zeros(60,100)
  parallel_do(size(y), x, y, spread)
  y = transpose(y)
  {!sched gpu_index=mod(k+1,2)}
  y[3,:] = 1
  y = circshift(y, [k, 2])
  z = y[:, 5..20]
  y[:, 30..45] = z
  z[0,0] = 99
  x = transpose(y)
  s = sort(x, 1)
  c = cumsum(x, 0)
  f = find(x > 28)
  print sum(x), " ", s[4,50], " ", c[59,99], " ", size(f,0), " ", max(z)
endfor
