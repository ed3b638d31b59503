% proves: 3.2 what literals are
% expect: ok
assert(type(1.4e3, "scalar") && !type(1.4e3, "int"))
assert(type(5, "int"))
assert(type(1i, "cscalar") && type(1j, "cscalar") && type(1+3i, "cscalar"))
assert(type("quotation", "string"))
assert(type([1,2,3,4], "ivec"))
assert(type([[1.0,2.0],[3.0,4.0]], "mat") && !type([[1.0,2.0],[3.0,4.0]], "imat"))
assert(type([[1],[2]], "imat"))
assert(type([1, 2.5], "vec") && !type([1, 2.5], "ivec"))
assert(type([1, 1i], "cvec"))
A = uninit(2)
B = zeros(3,4)
C = ones(1,2,3)
assert(type(A, "vec") && size(B,0) == 3 && size(B,1) == 4 && sum(C) == 6 && size(C,2) == 3)
D = complex(uninit(2))
E = complex(zeros(3,4))
F = complex(ones(1,2,3))
assert(type(D, "cvec") && type(E, "cmat") && type(F, "ccube") && real(sum(F)) == 6)
s = ["a", "b"]
assert(numel(s) == 2 && s[1] == "b")
print "ok"
