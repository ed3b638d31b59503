% proves: 3.2 parametric containers are made through an alias
% expect: ok
type my_cell : mat[cube]
A = my_cell(1,2)
A[0,0] = uninit(4,2)
A[0,1] = uninit(4,2)
assert(size(A,0) == 1 && size(A,1) == 2 && size(A[0,1],0) == 4)
print "ok"
