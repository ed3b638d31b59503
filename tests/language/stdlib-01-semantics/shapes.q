% proves: STDLIB 1.3 shapes, ranges, constructors
% expect: ok
%! 42: this loop never runs
%! 52: an index drops its fraction
function [] = same(a, b, what)
  assert(numel(a) == numel(b), what)
  assert(numel(size(a)) == numel(size(b)) && all(size(a) == size(b)), what)
  assert(all(a == b), what)
endfunction
v = [5,6,7]
same(size(v), [1,3], "size of a vec")
assert(size(v,0) == 1 && size(v,1) == 3 && size(v,2) == 1, "size with a dimension")
assert(v[2] == 7 && v[0,2] == 7, "one index and two")
assert(size(3.5,0) == 1 && size(3,1) == 1, "size of a number")
assert(ndims(v) == 1 && ndims(transpose(v)) == 2 && ndims(zeros(2,2,2)) == 3, "ndims")
same(transpose(v), [[5],[6],[7]], "transpose of a vec")
same(transpose(v)*v, [[25,30,35],[30,36,42],[35,42,49]], "outer product")
A = [[1,2,3],[4,5,6]]
same(A*v, [38,92], "matrix times vec")
same(A*transpose(v), [[38],[92]], "matrix times column")
same(reshape(A,[6]), [1,2,3,4,5,6], "reshape to a vec")
same(size(reshape(A,[6])), [1,6], "shape of that vec")
same(size(zeros(4,3,1)), [4,3], "trailing dimension")
same(size(zeros(4,3),0..2), [4,3,1], "padding")
same(size(A,[0..1]), [2,3], "a literal of one range")
[h, w] = size(A,0..1)
assert(h == 2 && w == 3, "two sizes")
[h, w, d] = size(zeros(4,5,6))
assert(h == 4 && w == 5 && d == 6, "three sizes")
same(zeros([2,3]), zeros(2,3), "zeros of a size")
same(size(ones(5)), [1,5], "ones(n) is a vec")
same(mat(2,3), zeros(2,3), "mat is a constructor")
same(mat(size(A)), zeros(2,3), "mat of a size")
same(size(cube(2,3,4)), [2,3,4], "cube")
assert(numel(cube[uint8](4,5,3)) == 60, "typed cube")
same(1..3..10, [1,4,7,10], "range")
same(1..10..1, [1], "step too long")
assert(numel(1..0.5..10) == 19, "fractional step")
same(5..-2..1, [5,3,1], "down")
assert(numel(2..1) == 0 && numel(0..-1) == 0 && numel(-1..-1..0) == 0, "empty ranges")
n = 0
for i=3..1
  n += 1
endfor
assert(n == 0, "no iterations")
e = v[2..1]
assert(numel(e) == 0, "an empty slice")
v[2..1] = 9
v[2..1] = e
same(v, [5,6,7], "assigning nothing")
assert(numel([]) == 0 && isempty([]), "empty literal")
assert(v[1.9] == 6, "an index is truncated")
same(2.^(1..3), [2,4,8], "power of a range")
same(0.1..0.1..0.3, [0.1,0.2,0.3], "floating-point range")
p = [1,2]
assert(A[p] == 6, "an index vector is a position")
same(v[[2,0]], [7,5], "an index vector gathers from a vec")
[q, r, s] = [1, 2, 3]
assert(q == 1 && r == 2 && s == 3, "a vector taken apart")
same([[1,2],[3,4]]*[[0,1],[1,0]], [[2,1],[4,3]], "matrix product")
same([1,2,3]+1, [2,3,4], "vec and number")
same([...[1,2], 3, ...[4,5]], [1,2,3,4,5], "spread in a literal")
print "ok"
