% proves: STDLIB 5 linalg: determinants, inverses and equations of small matrices in kernels, as those of host code
% expect: ok
import "linalg.q"
function [] = __kernel__ use(a : cube, y : mat, pos : int)
  s = [[a[pos,0,0], a[pos,0,1]], [a[pos,1,0], a[pos,1,1]]]
  m = [[a[pos,0,0], a[pos,0,1], a[pos,0,2]], [a[pos,1,0], a[pos,1,1], a[pos,1,2]], [a[pos,2,0], a[pos,2,1], a[pos,2,2]]]
  y[pos,0] = det2(s)
  y[pos,1] = det3(m)
  b = inv2(s)
  c = inv3(m)
  y[pos,2] = b[0,1]
  y[pos,3] = c[1,2]
  x = solve2(s, [1.0,2])
  y[pos,4] = x[1]
  z = solve3(m, [1.0,2,3])
  y[pos,5] = z[2]
  d = symeig2([[a[pos,0,0], a[pos,0,1]], [a[pos,0,1], a[pos,1,1]]])
  y[pos,6] = d[1]
endfunction
n = 40
a = mod(17.3 * reshape(0.0..n*9-1, [n,3,3]), 5) / 5
for k = 0..n-1
  for i = 0..2
    a[k,i,i] += 2
  endfor
endfor
y = zeros(n, 7)
parallel_do(n, a, y, use)
for k = 0..n-1
  m = squeeze(a[k,:,:])
  s = m[0..1,0..1]
  t = [[s[0,0], s[0,1]], [s[0,1], s[1,1]]]
  right = [det(s), det(m), inv(s)[0,1], inv(m)[1,2], solve(s, [1,2])[1], solve(m, [1,2,3])[2], symeig(t)[1]]
  assert(max(abs(y[k,:] - right)) < 1e-4, k, y[k,:], right)
  assert(max(abs(inv3(m) * m - eye(3))) < 1e-5 && max(abs(inv2(s) * s - eye(2))) < 1e-5)
  assert(abs(det3(m) - det(m)) < 1e-4 && max(abs(symeig2(t) - symeig(t))) < 1e-5)
endfor
print "ok"
