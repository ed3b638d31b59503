% proves: 4.4 kernels that launch kernels, and device functions that do
% expect: ok
function [] = __kernel__ inner(y : mat, row : int, pos : int)
    y[row, pos] = row * 10 + pos
endfunction
function [] = __kernel__ outer(y : mat, pos : int)
    parallel_do(size(y,1), y, pos, inner)
endfunction
y = zeros(3,4)
parallel_do(3, y, outer)
assert(y[2,3] == 23 && y[1,0] == 10)
function [] = __device__ fill(y : mat, v : scalar)
    parallel_do(size(y), __kernel__ (pos : ivec2) -> y[pos] = v)
endfunction
z = zeros(3,3)
fill(z, 7)
assert(sum(z) == 63)
w = zeros(3,4)
serial_do(3, w, outer)
assert(w[2,3] == 23)
function [] = __kernel__ outer2(y : mat, pos : int)
    serial_do(size(y,1), y, pos, inner)
endfunction
w = zeros(3,4)
parallel_do(3, w, outer2)
assert(w[2,3] == 23)
print "ok"
