% proves: 2.1(6, 9) what is stored into a part of known size, or taken apart, has to have as many elements
% expect: check-error (?s)4:1: error: the sizes of an assignment differ.*5:1: error: the sizes.*6:1: error: the sizes.*8:1: error: a vector of 3 integers can't be taken apart into 2.*9:1: error: an integer can't be taken apart
m = zeros(3,3)
m[0..1,0] = [1,2,3]
m[:,0] = [1,2]
m[0,0] = [1,2]
v = [1,2,3]
[a, b] = v
[a, b] = 5
