% proves: 5.3.2 inequalities: intervals, chains, sums
% expect: ok
symbolic t, u, v
assert(t > 5 && t < 9)
assert($check(t > 4) == "Valid")
assert($check(t > 5) == "Valid" && $check(t >= 5) == "Valid")
assert($check(t <= 5) == "Unsatisfiable")
assert($check(t > 7) == "Satisfiable" && $check(!(t > 7)) == "Satisfiable")
assert($check(t < 5 || t > 9) == "Unsatisfiable")
assert($check(2*t < 18) == "Valid")
assert(u < v && v < t)
assert($check(u < 9) == "Valid")
assert($check(u > t) == "Unsatisfiable")
symbolic n : int
assert(n > 2 && n < 4)
assert($check(n == 3) == "Valid")
print "ok"
