% proves: 5 nothing is claimed that NaN or rounding makes false
% expect: ok
function t = same(x : scalar)
  t = x == x ? 1 : 0
endfunction
function t = side(x : scalar)
  if x > 0
    t = 1
  elseif x <= 0
    t = 2
  else
    t = 3
  endif
endfunction
function t = grows(x : scalar)
  t = x + 1 > x
endfunction
q = 0/0
assert(same(q) == 0 && same(1.5) == 1)
assert(side(q) == 3 && side(-1) == 2 && side(2) == 1)
assert(grows(1) && !grows(1e300))
assert($check(q == q) == "Satisfiable")
print "ok"
