% proves: 4.8.3, 3.6 spread sizes and values in type constructors and allocations, on the host and in kernels
% expect: ok
x = ones(3, 4)
assert(all(size(mat(...[3, 2])) == [3, 2]) && mat(...size(x))[2, 3] == 0)
assert(numel(vec(...[5])) == 5 && all(size(cube(2, ...[3, 4])) == [2, 3, 4]))
assert(all(size(mat[uint8](...[3, 2])) == [3, 2]) && all(size(cellmat(...{2, 3})) == [2, 3]))
assert(numel(vec[mat](...[3])) == 3 && all(size(imat(...size(x))) == [3, 4]))
assert(all(size(zeros(...size(x))) == [3, 4]) && ones(...[2, 2])[1, 1] == 1)
assert(all(size(uninit(...size(x))) == [3, 4]) && all(size(czeros(...[2, 5])) == [2, 5]))
assert(all(size(rand(...[2, 5])) == [2, 5]) && all(size(randn(2, ...[3])) == [2, 3]) && eye(...[3])[2, 2] == 1)
assert(all(size(cell(...[3, 2])) == [3, 2]) && all(size(zeros(...{2, 3})) == [2, 3]))
assert(max(...[3, 2]) == 3 && mod(...[7, 4]) == 3 && abs(atan2(...[0, 1])) < 1e-6)
assert(int(...[3.5]) == 3 && scalar(...[2]) == 2 && complex(...[3, 4]) == 3 + 4i)
assert(all(repmat(x, ...{[2, 1]}) == ones(6, 4)) && sprintf(...{"%d,%d", 3, 4}) == "3,4")
type point : class
  x : int
  y : int
endtype
p = point(...[3, 4])
assert(p.x == 3 && p.y == 4, "the members in their order")
function y = make(...sizes)
  y = zeros(...sizes)
endfunction
assert(all(size(make(2, 3, 4)) == [2, 3, 4]))
function [] = __kernel__ inside(y : mat, pos : ivec2, blkdim : ivec2, blkpos : ivec2)
  s = shared(...blkdim)
  s[...blkpos] = 3
  syncthreads
  z = zeros(...[2, 2])
  v = vec(...[2])
  y[pos] = s[blkpos] + z[0, 0] + numel(v)
endfunction
y = zeros(4, 4)
parallel_do(size(y), y, inside)
assert(all(y == 5))
print "ok"
