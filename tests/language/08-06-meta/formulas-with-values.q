% proves: 8.6 formulas over symbolic variables that are decided, shown as text or asserted
% expect: ok
symbolic c, d
assert(c > 2 && c < 4)
assert($simplify(c > 1))
assert($str($simplify(c < 3)) == "c<3")
assert($str($subs(c=d, c+1)) == "d+1")
assert($subs(c=d, $assump(c)))
assert($check(d > 1) == "Valid" && $check(d > 5) == "Unsatisfiable")
x = 7
assert($subs(c=x, c+1) == 8)
print "ok"
