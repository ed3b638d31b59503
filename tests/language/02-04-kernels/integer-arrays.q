% proves: 2.4.1, LANGUAGE.md a kernel writes into an array of integers that it takes as a vector of scalars, on every device
% expect: ok
function [] = __kernel__ count(y : vec, pos : int)
    y[pos] = y[pos] + 2 * pos
endfunction
y = [0,0,0,0]
parallel_do(4, y, count)
assert(y[1] == 2 && y[3] == 6, "a literal of integers")
v = 0..9
parallel_do(10, v, count)
assert(v[9] == 27, "a range")
function [] = __device__ set(y : vec, k : int)
    y[k] = 5
endfunction
set(y, 2)
assert(y[2] == 5, "a device function called from the host")
parallel_do(4, y, __kernel__ (y : vec, pos : int) -> set(y, pos))
assert(sum(y) == 20, "and from a kernel")
function [] = __kernel__ whole(y : vec[int], pos : int)
    y[pos] = y[pos] + 1
endfunction
u = [1.5,2.5]
parallel_do(2, u, whole)
assert(u[0] == 1.5, "scalars for integers are converted, that is copied")
function [] = __kernel__ half(x : mat, y : mat, pos : ivec2)
    y[pos] = x[pos] / 2
endfunction
m : mat[uint8] = [[1,2],[3,255]]
h = zeros(2,2)
parallel_do([2,2], m, h, half)
assert(h[0,0] == 0.5 && h[1,1] == 127.5, "read only")
print "ok"
