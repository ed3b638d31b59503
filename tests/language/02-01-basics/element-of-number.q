% proves: 2.2 a number has no elements that could be assigned, and no members
% expect: check-error (?s)4:1: error: elements of `x`.*5:5: error: an integer has no members
x = 5
x[0] = 1
y = x.length
