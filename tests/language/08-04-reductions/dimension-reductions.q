% proves: 8.4: sums, products and extremes along each axis of an array, into an array
% expect: ok
m = 60
n = 70
x = mod(reshape((0..m*n-1)*37, [m,n]), 101) / 4
s0 = zeros(n)
s1 = zeros(m)
top = -1000*ones(n)
low = 1000*ones(m)
p = ones(m)
for i=0..m-1
  for j=0..n-1
    s0[j] += x[i,j]
  endfor
endfor
for i=0..m-1
  for j=0..n-1
    s1[i] = s1[i] + x[i,j]
  endfor
endfor
for i=0..m-1
  for j=0..n-1
    top[j] = max(top[j], x[i,j])
    low[i] __= x[i,j]
  endfor
endfor
for i=0..m-1
  for j=0..n-1
    if x[i,j] > 24.5
      p[i] *= 2
    endif
  endfor
endfor
for j=0..n-1
  t = 0.0
  u = -1000.0
  {!interpreted for}
  for i=0..m-1
    t += x[i,j]
    u = max(u, x[i,j])
  endfor
  assert(s0[j] == t && top[j] == u, "along the first axis")
endfor
for i=0..m-1
  t = 0.0
  u = 1000.0
  q = 1
  {!interpreted for}
  for j=0..n-1
    t += x[i,j]
    u = min(u, x[i,j])
    q *= x[i,j] > 24.5 ? 2 : 1
  endfor
  assert(s1[i] == t && low[i] == u && p[i] == q, "along the second axis")
endfor
c = cube(20,20,20)
for i=0..19
  for j=0..19
    for k=0..19
      c[i,j,k] = mod(i*7 + j*3 + k*5, 11)
    endfor
  endfor
endfor
a = zeros(20,20)
b = zeros(20,20)
d = zeros(20,20)
for i=0..19
  for j=0..19
    for k=0..19
      a[j,k] += c[i,j,k]
      b[i,k] += c[i,j,k]
      d[i,j] += c[i,j,k]
    endfor
  endfor
endfor
assert(all(a == squeeze(sum(c,0))) && all(b == squeeze(sum(c,1))) && all(d == squeeze(sum(c,2))), "three axes at once")
{!parallel for}
for i=0..19
  for j=0..19
    for k=0..19
      d[i,j] -= c[i,j,k]
    endfor
  endfor
endfor
assert(all(d == 0), "marked parallel")
print "ok"
