% proves: 8.5, LANGUAGE.md: cumulative maps give the result of their order, along each axis, marked parallel or not
% expect: ok
m = 50
n = 40
map = __device__ (x : scalar) -> x*2 - 3
x = mod(reshape((0..m*n-1)*37, [m,n]), 17) / 1
a = x + 0
b = x + 0
c = x + 0
d = x + 0
e = x + 0
f = x + 0
for i=0..m-1
  for j=0..n-1
    a[i,j] = a[i-1,j] + map(x[i,j])
  endfor
endfor
{!parallel for}
for i=0..m-1
  for j=0..n-1
    b[i,j] = b[i,j-1] + map(x[i,j])
  endfor
endfor
for i=m-1..-1..0
  for j=0..n-1
    c[i,j] = max(c[i+1,j], x[i,j])
  endfor
endfor
{!parallel for}
for i=0..m-1
  for j=n-2..-1..0
    if mod(x[i,j], 3) != 0
      d[i,j] = min(d[i,j+1], x[i,j])
    endif
  endfor
endfor
for i=1..m-1
  for j=1..n-1
    e[i,j] = e[i-1,j] + e[i,j-1] - e[i-1,j-1] + x[i,j]
  endfor
endfor
for j=0..n-1
  for i=0..m-1
    f[i,j] = f[i-1,j]/2 + x[i,j]
  endfor
endfor
function [] = compare(name, y, f)
  for i=0..size(y,0)-1
    {!interpreted for}
    for j=0..size(y,1)-1
      assert(abs(y[i,j] - f(i,j)) < 1e-4, name)
    endfor
  endfor
endfunction
compare("down", a, (i,j) -> (i > 0 ? a[i-1,j] : 0) + 2*x[i,j] - 3)
compare("across", b, (i,j) -> (j > 0 ? b[i,j-1] : 0) + 2*x[i,j] - 3)
compare("up", c, (i,j) -> max(i+1 < m ? c[i+1,j] : 0, x[i,j]))
compare("backwards, in a branch", d, (i,j) -> j < n-1 && mod(x[i,j],3) != 0 ? min(d[i,j+1], x[i,j]) : x[i,j])
compare("both", e, (i,j) -> i > 0 && j > 0 ? e[i-1,j] + e[i,j-1] - e[i-1,j-1] + x[i,j] : x[i,j])
compare("recursive filter", f, (i,j) -> (i > 0 ? f[i-1,j]/2 : 0) + x[i,j])
v = mod((0..999)*7, 13)
w = v + 0
{!parallel for}
for i=1..999
  w[i] = w[i-1] + v[i]
endfor
s = 0.0
for i=0..999
  s += v[i]
  assert(w[i] == s, "a vector")
endfor
print "ok"
