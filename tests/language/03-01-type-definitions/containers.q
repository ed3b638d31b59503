% proves: 3.1 vec, mat and cube embed all other types, nested
% expect: ok
type fns : cube[[??->??]]
c = fns(1,1,2)
c[0,0,0] = x -> x + 1
c[0,0,1] = x -> x * 10
assert(c[0,0,0](1) == 2 && c[0,0,1](2) == 20)
type nested : mat[cube]
n = nested(1,2)
n[0,0] = zeros(1,2,3)
n[0,1] = ones(2,2,2)
assert(size(n[0,0],2) == 3 && sum(n[0,1]) == 8)
type deep : vec[vec[mat]]
type inner : vec[mat]
d = deep(2)
d[0] = inner(1)
d[0][0] = eye(3)
assert(d[0][0][2,2] == 1)
type strings : vec[string]
s = strings(2)
s[0] = "a"
s[1] = "b"
assert(s[0] + s[1] == "ab")
print "ok"
