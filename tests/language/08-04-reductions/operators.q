% proves: 8.4, table 8.1: every operator, also after control flow; logical and several accumulators; counts in integer arrays
% expect: ok
n = 3000
x = mod((0..n-1)*37, 101)
z = vec[int](n)
b = vec[int](n)
for i=0..n-1
  z[i] = mod(i*29, 64) + 8
  b[i] = 255 - mod(i, 4)
endfor
a = 1023
o = int(0)
e = int(0)
f = int(-1)
g = -4
all_positive = true
some_large = false
none = false
for i=0..n-1
  a &= b[i]
  if z[i] > 20
    o |= z[i]
  endif
  e ~= z[i]
  f = and(z[i], f)
  g = or(g, z[i])
  all_positive = all_positive && x[i] >= 0
  some_large = x[i] > 99 || some_large
  none = none || x[i] > 1000
endfor
a2 = 1023
o2 = int(0)
e2 = int(0)
f2 = int(-1)
g2 = -4
{!interpreted for}
for i=0..n-1
  a2 &= b[i]
  if z[i] > 20
    o2 |= z[i]
  endif
  e2 ~= z[i]
  f2 = and(z[i], f2)
  g2 = or(g2, z[i])
endfor
assert(a == a2 && o == o2 && e == e2 && f == f2 && g == g2, "bits")
assert(a == 252 && all_positive && some_large && !none, "logical")
k = int(2^60 + 1)
for i=0..n-1
  k ~= z[i]
  k |= 4
endfor
assert(k > 2^59, "64 bits")
c = 0
s = 0.0
p = 1.0
m = -5.0
l = 500.0
for i=0..n-1
  for j=0..1
    if x[i] > 50
      s += x[i]
      c += 1
    elseif x[i] < 1
      p *= 1.5
    else
      m = max(m, x[i])
      l __= x[i]
    endif
    s -= 1
  endfor
endfor
s2 = 0.0
q = 0
{!interpreted for}
for i=0..n-1
  s2 += 2*(x[i] > 50 ? x[i] : 0) - 2
  q += x[i] < 1 ? 2 : 0
endfor
assert(s == s2 && c == 2*sum(x > 50) && abs(p/1.5^q - 1) < 1e-4 && m == 50 && l == 1, "after control flow")
counts = vec[int](128)
largest = vec[int](4)
for i=0..n-1
  counts[z[i]] += 1
  largest[mod(i,4)] ^^= z[i]
endfor
assert(sum(counts) == n && counts[8] == 47 && max(counts) == 47, "counts")
assert(largest[0] == 68 && largest[1] == 69, "extremes")
few = vec[uint8](4)
failed = false
try
  for i=0..n-1
    few[mod(i,4)] += 1
  endfor
catch ex
  failed = true
endtry
assert(failed, "a count that does not fit")
print "ok"
