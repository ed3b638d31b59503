% proves: 2.2.3 a small vector of integers in a kernel keeps the whole part of what is stored into its elements
% expect: ok
function [] = __kernel__ k(y : vec, x : vec, pos : int)
  a = [0, 5]
  a[1] += x[0]*0.75
  b = [pos, pos]
  b[0] = x[1]/3
  c = [1, 2]
  for n = 0..1
    c[n] = x[n]*1.6
  endfor
  d = ivec(2)
  d[1] = -2.75
  e = [3, 5]
  e[0] /= 2
  f = [1, 2]
  f[0] = x[0]*0.9
  y[0..6] = [a[1], b[0], c[0], c[1], d[1], e[0], f[0]]
endfunction
function [] = __kernel__ scalars_later(y : vec, x : vec, pos : int)
  f = [1, 2]
  f[0] = x[0]*0.9
  y[6] = f[0]
  f = f*0.5
  f[0] = x[0]*0.9
  y[7] = f[0]
endfunction
y = zeros(8)
parallel_do(1, y, [3.0, 4.0], k)
parallel_do(1, y, [3.0, 4.0], scalars_later)
assert(all(y[0..6] == [7,1,4,6,-2,1,2]) && abs(y[7] - 2.7) < 1e-6, y)
print "ok"
