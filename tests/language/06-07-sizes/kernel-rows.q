% proves: 6.7 rows of a matrix with a size parameter in a kernel
% expect: ok
function [] = __kernel__ k[N](x : mat(:,N), y : mat(:,N), pos : int)
  v = x[pos,:]
  s = 0.0
  for i=0..N-1
    s += v[i]
  endfor
  y[pos,:] = v / s
endfunction
x = rand(6,3)
y = zeros(6,3)
parallel_do(6, x, y, k)
for i=0..5
 assert(abs(sum(y[i,:])-1) < 1e-5)
endfor
x = rand(6,5)
y = zeros(6,5)
parallel_do(6, x, y, k)
assert(abs(sum(y[4,:])-1) < 1e-5)
print "ok"
