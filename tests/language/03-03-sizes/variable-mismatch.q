% proves: 3.3 a declared variable of fixed size
% expect: check-error vec\(?2\)?|size
v : vec2 = [1,2,3]
print v
