% proves: 4.10 a recursion without end is an error with the cycle shown
% expect: error stack overflow
f = (x : scalar) -> x + f(x + 1)
print f(1)
