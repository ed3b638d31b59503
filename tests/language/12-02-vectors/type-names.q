% proves: 12 the names of short vectors that inttypes.q and floattypes.q define
% expect: ok
import "inttypes.q"
import "floattypes.q"
a : u8vec4 = [1, 2, 3, 250]
assert(type(a) == "vec[uint8](4)" && a[3] == 250, "bytes")
b : i8vec4 = vec[int8](4)
b[0] = -128
c : i16vec2 = [-5, 6]
d : i16vec4 = [1, 2, 3, -32768]
e : u16vec4 = [1, 2, 3, 65535]
f : i32vec4 = [1, 2, 3, 4]
assert(b[0] == -128 && c[0] == -5 && d[3] == -32768 && e[3] == 65535 && sum(f) == 10, "other integers")
h : hvec2 = [0.1, 2.0]
assert(abs(h[0] - 0.09997559) < 1e-7 && h[1] == 2, "half precision")
function s = total(v : u8vec4)
    s = sum(v)
endfunction
assert(total(a) == 256, "parameter")
function [] = __kernel__ k(x : mat[uint8], y : vec, w : hvec2, q : u8vec4, pos : int)
    r : u8vec4 = x[pos,0..3]
    y[pos] = sum(r) + w[1] + q[3]
endfunction
x = mat[uint8](2,4)
x[1,:] = 200
y = zeros(2)
parallel_do(2, x, y, h, a, k)
assert(y[0] == 252 && y[1] == 1052, "in a kernel")
print "ok"
