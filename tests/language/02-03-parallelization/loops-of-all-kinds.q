% proves: 2.3, 8.2, LANGUAGE.md: a loop gives what it gives interpreted, whatever its form
% expect: ok
%! 6: `s` is an integer here and becomes a scalar in line 11
n = 400
x = mod((0..n-1)*37, 101) / 4
s = 0
p = 1.0
m = -1000.0
k = 0
for i=0..n-1
  s += x[i]
  m = max(m, x[i])
  if x[i] > 12
    k += 1
  endif
  p = x[i]
endfor
assert(s == sum(x) && m == max(x) && k == sum(x > 12) && p == x[n-1], "several results")
y = zeros(n)
for i=1..n-2
  y[i] = (x[i-1] + x[i] + x[i+1])/3
endfor
assert(abs(y[5] - (x[4]+x[5]+x[6])/3) < 1e-5 && y[0] == 0 && y[n-1] == 0, "a stencil")
for i=1..n-1
  x[i] = x[i] + x[i-1]
endfor
assert(x[n-1] == s, "a prefix sum in place")
z = zeros(n)
for i=0..n-1
  z[n-1-i] = i
endfor
assert(z[0] == n-1 && z[n-1] == 0, "reversed")
for i=0..n/2-1
  z[2*i] = z[2*i+1]
endfor
assert(z[0] == n-2 && z[398] == 0, "even and odd")
h = zeros(10)
for i=0..n-1
  h[mod(i*7,10)] += 1
endfor
assert(all(h == 40), "a histogram")
A = zeros(20,30)
for i=0..19
  for j=0..i
    A[i,j] = i*j
  endfor
endfor
assert(A[19,19] == 361 && A[3,4] == 0 && A[4,3] == 12, "a triangle")
B = zeros(20,30)
for i=0..19
  r = 0.0
  for j=0..29
    r += A[i,j]
  endfor
  B[i,:] = r
endfor
assert(B[19,7] == sum(A[19,:]) && B[0,0] == 0, "sums of rows")
c = zeros(20)
for i=0..19
  c[i] = max(A[i,:])
endfor
assert(c[19] == 361, "reduction of a slice")
f = zeros(n)
for i=0..n-1
  v = [i, i+1, i+2]
  v = v*2
  f[i] = sum(v)
endfor
assert(f[10] == 66, "a small vector")
found = -1
for i=0..n-1
  if z[i] == 10
    found = i
    break
  endif
endfor
assert(z[found] == 10, "a search with break")
count = 0
i = 0
while i < 1000
  i += 3
  if mod(i, 2) == 0
    continue
  endif
  count += 1
endwhile
assert(count == 167 && i == 1002, "while")
q = zeros(n)
for i=0..n-1
  t = i
  while t > 9
    t = floor(t/10)
  endwhile
  q[i] = t
endfor
assert(q[399] == 3 && q[57] == 5 && q[9] == 9, "a while loop inside")
w = zeros(n)
last = -1
for i=0..n-1
  if mod(i,7) == 3
    last = i
  endif
  w[i] = last
endfor
assert(w[0] == -1 && w[9] == 3 && w[10] == 10 && last == 395, "the last one that fits")
u = zeros(4)
for i=0..n-1
  u[3] = i
  u[5] = 1
endfor
assert(u[3] == n-1 && numel(u) == 4, "writes outside are dropped")
function y = fill(n, value)
  y = zeros(n)
  for i=0..n-1
    y[i] = value
  endfor
endfunction
assert(sum(fill(1000, 2)) == 2000, "in a function")
g = x -> x*2 + 1
for i=0..n-1
  f[i] = g(i)
endfor
assert(f[7] == 15, "calls a lambda")
C = cube(10,10,10)
for i=0..9
  for j=0..9
    for k=0..9
      C[i,j,k] = 100*i + 10*j + k
    endfor
  endfor
endfor
assert(C[1,2,3] == 123 && C[9,9,9] == 999 && i == 9 && k == 9, "three levels")
D = zeros(10,10,3)
{!parallel for}
for i=0..9
  for j=0..9
    D[i,j,0..2] = 255 - [i, j, 5]
  endfor
endfor
assert(D[3,4,0] == 252 && D[3,4,1] == 251 && D[3,4,2] == 250, "slices")
total = 0.0
for i=0..(2^20-1)
  total += 1
endfor
assert(total == 2^20, "counts are exact")
E = zeros(n)
for i=0..n-1
  E[i] = i
  if i > 5
    E[i] = E[i-1] + 1
  endif
  if mod(i,2) == 0
    continue
  endif
  E[i] *= 2
endfor
e = zeros(n)
{!interpreted for}
for i=0..n-1
  e[i] = i
  if i > 5
    e[i] = e[i-1] + 1
  endif
  if mod(i,2) == 0
    continue
  endif
  e[i] *= 2
endfor
assert(all(E[0..20] == e[0..20]) && E[0] == 0 && E[3] == 6, "continue between writes")
zc = czeros(n)
for i=0..n-1
  zc[i] = complex(i, -i)*(1+1i)
endfor
assert(real(zc[3]) == 6 && imag(zc[3]) == 0, "complex")
print "ok"
