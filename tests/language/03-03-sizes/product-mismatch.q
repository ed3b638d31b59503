% proves: 3.3 a product of incompatible sizes is found by the compiler
% expect: check-error size|dimension|match|incompatible
y = [1,2,3] * eye(4)
print sum(y)
