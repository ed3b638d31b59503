% proves: 4.8.3 only vectors can be spread
% expect: error spread|vector
f = (a, b) -> a + b
m = eye(2)
print f(...m)
