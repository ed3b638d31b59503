% proves: 5.6 branches that can't be taken are left out, and the others compute the same
% expect: ok
function y = shrink(x : scalar)
  assert(x > 0)
  if x > 20
    y = x - 20
  elseif x < -20
    y = x + 20
    assert($check(x < 0) == "Satisfiable")
  else
    y = 0
  endif
endfunction
assert(shrink(25) == 5 && shrink(3) == 0)
function [] = __kernel__ k(x : vec, y : vec, n : int, pos : int)
  assert(n >= 1 && n <= 4)
  if n > 4
    y[pos] = -1
  elseif n >= 1
    y[pos] = x[pos] * n
  else
    y[pos] = -2
  endif
endfunction
y = zeros(3)
parallel_do(3, [1.0, 2.0, 3.0], y, 2, k)
assert(y[0] == 2 && y[2] == 6)
z = 10
w = z > 3 ? "large" : "small"
assert(w == "large")
while z < 0
  z = 1
endwhile
if z < 0
  function t = kept(a)
    t = a + 1
  endfunction
endif
assert(z == 10)
print "ok"
