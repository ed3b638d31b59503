% proves: 5 what was known about a variable is gone when it is assigned
% expect: ok
n = 3
assert($check(n == 3) == "Valid")
n = int(rand() * 10)
assert($check(n == 3) == "Satisfiable")
for i = 0..4
  assert($check(i <= 4) == "Valid" && $check(i >= 0) == "Valid")
  n += 1
  assert($check(n > 0) == "Satisfiable")
endfor
m = 1
while m < 100
  assert($check(m < 100) == "Valid")
  m = 2 * m
endwhile
assert($check(m >= 100) == "Valid")
assert(m == 128)
k = 0
repeat
  k = k + 1
until k >= 3
assert(k == 3)
if n > 5
  j = 1
else
  j = 2
endif
assert($check(j == 1) == "Satisfiable")
function y = f(a : int)
  assert($check(a > 0) == "Satisfiable")
  if a <= 0
    error("negative")
  endif
  assert($check(a > 0) == "Valid")
  y = a
endfunction
assert(f(2) == 2)
x = [1, 2, 3]
assert(x[0] == 1)
assert($check(x[0] == 1) == "Valid")
x[0] = 7
assert($check(x[0] == 1) == "Satisfiable")
assert(x[0] == 7)
print "ok"
