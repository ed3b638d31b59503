% proves: 3.3 an access outside of an array of known size is found by the compiler
% expect: check-error bound|range|outside|index
v = [1,2,3]
print v[3]
