% proves: 5.3.1 equalities that were asserted decide conditions about them
% expect: stdout
%> (p==3) (q==9)
%> ok
symbolic p, q
assert(p == 3 && q == 9)
assert($check(p == 4) == "Unsatisfiable")
assert($check(p == 3) == "Valid")
assert($check(p != 3) == "Unsatisfiable")
assert($check(q != 1) == "Valid")
assert($check(p == 3 && q == 8) == "Unsatisfiable")
assert($check(p == 3 || q == 8) == "Valid")
assert($check(p == 1 || q == 8) == "Unsatisfiable")
assert($check(p + q == 12) == "Valid")
assert($check(3 == p) == "Valid")
symbolic r
assert($check(r == 1) == "Satisfiable")
assert($check(r == r) == "Valid")
print $str($assump(p)), " ", $str($assump(q))
print "ok"
