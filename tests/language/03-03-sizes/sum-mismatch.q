% proves: 3.3 a sum of arrays of different size is found by the compiler
% expect: check-error size|dimension|match|incompatible
y = zeros(2,3) + ones(3,2)
print sum(y)
