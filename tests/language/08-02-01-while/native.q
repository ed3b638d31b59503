% proves: 8.2.1: while and repeat loops as native code give what they give interpreted: values, breaks, arrays, integers
% expect: ok
function [n, s, p] = collatz(start)
  n = int(start)
  s = 0
  p = 0.0
  while n != 1
    if mod(n, 2) == 0
      n = int(n / 2)
    else
      n = 3*n + 1
    endif
    s += 1
    p += 1/n
  endwhile
endfunction
function [n, s, p] = slowly(start)
  n = int(start)
  s = 0
  p = 0.0
  {!interpreted for}
  while n != 1
    if mod(n, 2) == 0
      n = int(n / 2)
    else
      n = 3*n + 1
    endif
    s += 1
    p += 1/n
  endwhile
endfunction
for k=63728127..63728129
  [a, b, c] = collatz(k)
  [d, e, f] = slowly(k)
  assert(a == d && b == e && c == f, "collatz")
endfor
x = mod((0..1999)*37, 101) / 8
y = zeros(2000)
i = 0
best = -1.0
at = -1
{!serial for}
while true
  y[i] = y[i-1] + x[i]
  if x[i] > best
    best = x[i]
    at = i
  endif
  i += 1
  if i >= numel(x)
    break
  endif
endwhile
assert(i == 2000 && y[1999] == sum(x) && best == max(x) && x[at] == best, "elements and break")
z = 2.0
rounds = 0
repeat
  old = z
  z = z - 1e-4*(z*z - 2)
  rounds += 1
  if mod(rounds, 3) == 0
    continue
  endif
until abs(z - old) < 1e-9
w = 2.0
m = 0
{!interpreted for}
repeat
  before = w
  w = w - 1e-4*(w*w - 2)
  m += 1
  if mod(m, 3) == 0
    continue
  endif
until abs(w - before) < 1e-9
assert(abs(z - w) < 1e-9 && abs(rounds - m) < 3 && abs(old - before) < 1e-9 && m > 1000, "repeat")
v = [1.0, 0.0, 0.0]
t = 0
while t < 1000
  v = [v[1] + 1, v[2], v[0]]
  first = t == 0 ? 5 : first
  t += 1
endwhile
assert(v[0] == 334 && first == 5, "vectors, and a variable without a value before")
q = int(0)
while q < 100000
  q += 7
endwhile
assert(q == 100002, "integers")
function [] = fill(h)
  k = 0
  while k < 3000
    h[mod(k*k, 10)] += 1
    k += 1
  endwhile
endfunction
h = zeros(10)
fill(h)
assert(sum(h) == 3000 && h[0] == 300 && h[2] == 0 && h[5] == 300, "arrays that are passed")
r = 0
failed = false
try
  while r < 100000
    r += 1
    assert(r < 5000, "too far")
  endwhile
catch ex
  failed = true
endtry
assert(failed, "an error in the loop")
outer = 0
total = 0
while outer < 40
  inner = 0
  while inner < 40
    inner += 1
    if inner > outer
      break
    endif
    total += inner
  endwhile
  outer += 1
endwhile
assert(total == 10660, "loops inside")
print "ok"
