% proves: 2.1 (16) operations and built-in functions on cells of the same structure; elements that are not set stay so
% expect: ok
A = cell(2,2)
A[0,0] = eye(4)
A[1,1] = 3
A[0,1] = cell(1,4)
A[0,1][1] = ones(3,3)
A[0,1][1][0,0] = 2
B = copy(A)
A[0,1][1][2,2] = 5
assert(B[0,1][1][2,2] == 1, "copy is deep")
C = B - A
assert(sum(abs(C[0,0])) == 0 && C[0,1][1][2,2] == -4 && C[1,1] == 0, "difference")
C = B + A
assert(C[1,1] == 6 && C[0,1][1][0,0] == 4, "sum")
C = B * 4
assert(C[1,1] == 12 && C[0,1][1][1,1] == 4, "constant")
C = max(B, 4)
assert(C[1,1] == 4 && C[0,0][0,1] == 4, "built-in function of two")
C = -sin(B)
assert(abs(C[1,1] + sin(3)) < 1e-6 && numel(C[1,0]) == 0, "unary ones")
D_names = {"A", "B", "C"}
assert(D_names[1] == "B" && numel(D_names) == 3, "braces")
E = 'A, "b", 3'
assert(numel(E) == 3 && E[1] == "b" && E[2] == 3 && size(E[0],0) == 2, "quotes")
try
  F = {1, 2} + {1, 2, 3}
catch ex
  print "ok"
endtry
