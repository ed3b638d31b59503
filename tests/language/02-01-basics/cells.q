% proves: 2.1(16) cells: nested, copied deeply, arithmetic on equal structures
% expect: ok
A = cell(2,2)
A[0,0] = eye(4)
A[1,1] = 3
A[0,1] = cell(1,4)
A[0,1][1] = ones(3,3)
A[0,1][1][0,0] = 2
assert(A[0,1][1][0,0] == 2 && A[0,1][1][1,1] == 1, "nested")
D = {"A","B","C"}
assert(D[1] == "B" && numel(D) == 3, "strings")
B = {1, [2,3]}
C = copy(B)
C[1][0] = 50
assert(B[1][0] == 2, "copy is deep")
S = B + B
assert(S[0] == 2 && S[1][1] == 6, "sum of equal structures")
T = B * 4
assert(T[1][0] == 8, "times a number")
print "ok"
