% proves: 5.5 after unassert the opposite may be asserted
% expect: stdout
%> Valid
%> Unsatisfiable
symbolic limit
assert(limit < 10 && limit > 2)
unassert(limit < 10)
assert(limit > 20)
print $check(limit > 15)
print $check(limit < 3)
