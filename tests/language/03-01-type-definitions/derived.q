% proves: 3.1 cvec .. icube are shorthands, vec is vec[scalar], cellmat is mat[??]
% expect: ok
assert(type(complex(zeros(2)), "vec[cscalar]") && type(vec[cscalar](2), "cvec"))
assert(type(imat(2,2), "mat[int]") && type(mat[int](2,2), "imat"))
assert(type(zeros(2,2,2), "cube[scalar]") && type(cube[scalar](2,2,2), "cube"))
c = cellmat(2,2)
c[0,0] = "a"
c[1,1] = [1,2]
assert(c[0,0] == "a" && c[1,1][1] == 2)
assert(type(c, "mat[??]") && type(mat[??](2,2), "cellmat"))
i = icube(2,2,2)
i[0,0,0] = 3.9
assert(i[0,0,0] == 3)
z = cmat(2,2)
z[0,1] = 1+2i
assert(imag(z[0,1]) == 2 && real(z[1,1]) == 0)
print "ok"
