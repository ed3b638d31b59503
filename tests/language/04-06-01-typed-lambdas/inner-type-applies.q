% proves: 4.6.1 recursively, to inner lambdas
% expect: error string|scalar
type binary_op : [scalar -> scalar -> scalar]
add : binary_op = x -> y -> x + y
print add(1)("text")
