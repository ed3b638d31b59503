% proves: 2.1(9) a text is no index
% expect: check-error 4:9: error: `v` can't be indexed by a string
v = [1,2,3]
print v["a"]
