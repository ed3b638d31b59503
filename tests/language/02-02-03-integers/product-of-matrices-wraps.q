% expect: ok
% Sums of products of whole matrices that do not fit 64 bits wrap, like the products themselves.
A : mat[int64'unchecked] = mat[int64'unchecked](1,2)
B : mat[int64'unchecked] = mat[int64'unchecked](2,1)
A[0,0] = 9223372036854775807
A[0,1] = 2
B[0,0] = 1
B[1,0] = 3
C = A * B
assert(C[0,0] < 0, C)
print "ok"
