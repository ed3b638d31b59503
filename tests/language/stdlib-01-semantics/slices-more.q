% proves: STDLIB 1.3 slices: read, reversed, gathered, assigned; masks
% expect: ok
function [] = same(a, b, what)
  assert(numel(size(a)) == numel(size(b)) && all(size(a) == size(b)), what)
  assert(all(a == b), what)
endfunction
A = reshape(0..11, [3,4])
C = reshape(0..23, [2,3,4])
same(C[:,:,1], [[1,5,9],[13,17,21]], "plane")
same(A[1,:], [4,5,6,7], "row")
same(A[:,1], [[1],[5],[9]], "column")
same(C[1,2,:], [20,21,22,23], "fibre")
same(C[1,2,0..2], [20,21,22], "part of a fibre")
same(A[0..1,1..2], [[1,2],[5,6]], "block")
same(A[2..-1..0,:], [[8,9,10,11],[4,5,6,7],[0,1,2,3]], "rows reversed")
same(A[:,3..-2..0], [[3,1],[7,5],[11,9]], "columns reversed with a step")
same(C[:,:,[2,1,0]][0,0,:], [2,1,0], "planes permuted")
p = [2,0]
same(A[:,p], [[2,0],[6,4],[10,8]], "columns by a vector")
same((0..5)[1..2..5], [1,3,5], "slice of an expression")
function y = f(x)
  y = x*2
endfunction
same(f(A)[:,0], [[0],[8],[16]], "slice of a call")
B = copy(A)
B[0,:] = 1
same(B[0,:], [1,1,1,1], "a number spreads")
B[:,0] = [[7],[8],[9]]
same(B[:,0], [[7],[8],[9]], "a column")
B[1..2,1..2] = [[1,2],[3,4]]
assert(B[1,1] == 1 && B[2,2] == 4, "a block")
same(A, reshape(0..11, [3,4]), "the original is left alone")
x = 0..9
x[1..9] = x[0..8]
same(x, [0,0,1,2,3,4,5,6,7,8], "the right side is read first")
x = 0..9
x[0..8] = x[1..9]
same(x, [1,2,3,4,5,6,7,8,9,9], "the other way")
y = [1,5,2,8]
y[y>2] = 0
same(y, [1,0,2,0], "mask assignment")
y = [1,5,2,8]
y[y>2] = y[y>2]*10
same(y, [1,50,2,80], "the mask on both sides")
same([1,5,2,8][[1,5,2,8] > 2], [5,8], "a mask gathers")
M = [[1,-2],[-3,4]]
M[M<0 || M==4] = 9
same(M, [[1,9],[9,9]], "a logical expression as mask")
function [] = clear(z)
  z[:,:] = 0
endfunction
clear(M)
same(M, zeros(2,2), "into the caller's array")
z = M
z[0,0] = 5
assert(M[0,0] == 5, "z = M shares")
z = z + 1
assert(M[0,0] == 5 && z[0,0] == 6, "a new array")
z += 1
assert(M[0,0] == 5 && z[0,0] == 7, "+= of a whole array rebinds")
w = M
w[0,:] += 1
assert(M[0,0] == 6 && M[0,1] == 1, "+= of a slice is seen by both")
D = zeros(2,2,3)
D[1,1,:] = [1,2,3]
D[0,0,0..2] = D[1,1,0..2]*2
same(D[0,0,:], [2,4,6], "fibres")
D[:,:,2] = [[1,2],[3,4]]
same(D[:,:,2], [[1,2],[3,4]], "a plane")
pos = [1,1]
same(D[...pos,0..1], [1,2], "spread in an index")
print "ok"
