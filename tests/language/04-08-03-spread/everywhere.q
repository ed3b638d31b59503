% proves: 4.8.3 the spread operator
% expect: ok
im = zeros(4,5,3)
im[1,2,0] = 7
pos = [1, 2]
assert(im[...pos, 0] == 7)
im[...pos, 1] = 8
assert(im[1,2,1] == 8)
luminance = (R,G,B) -> 0.5 * R + 0.25 * G + 0.25 * B
c = [128, 42, 96]
assert(luminance(...c) == luminance(c[0],c[1],c[2]))
function [a,b] = swap(A,B)
    [a,b] = [B,A]
endfunction
function r = process(a, b)
    r = a - b
endfunction
assert(process(...swap(1,5)) == 4)
a = [1,2,3,4]
b = [6,7,8]
d = [...a, 4, ...b]
assert(numel(d) == 8 && d[4] == 4 && d[7] == 8)
args = {1, [1,2]}
f = (x, y) -> x + sum(y)
assert(f(...args) == 4)
e = {...args, "x"}
assert(numel(e) == 3 && e[2] == "x")
function [] = __kernel__ k(x : cube, y : mat, pos : ivec2)
    y[...pos] = x[...pos, 0] + x[...pos, 1]
endfunction
y = zeros(4,5)
parallel_do([4,5], im, y, k)
assert(y[1,2] == 15)
function r : scalar = __device__ sub(a : scalar, b : scalar)
    r = a - b
endfunction
function [] = __kernel__ k2(y : mat, pos : ivec2)
    y[...pos] = sub(...pos)
endfunction
parallel_do([4,5], y, k2)
assert(y[3,1] == 2)
print "ok"
