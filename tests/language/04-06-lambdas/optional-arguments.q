% proves: 4.6 lambda expressions can't have optional arguments
% expect: check-error optional|default|lambda
f = (x, y = 2) -> x + y
print f(1)
