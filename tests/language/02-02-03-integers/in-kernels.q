% proves: 2.2.3 'sat and 'unchecked in kernels for every integer type
% expect: ok
import "inttypes.q"
function [] = __kernel__ sat(x : vec, a : vec[int8'sat], b : vec[uint8'sat], c : vec[int16'sat], d : vec[uint16'sat], e : vec[int32'sat], f : vec[uint32'sat], pos : int)
    a[pos] = x[pos]
    b[pos] = x[pos]
    c[pos] = x[pos]
    d[pos] = x[pos]
    e[pos] = x[pos]
    f[pos] = x[pos]
endfunction
x = [-1e12, -70000, -300, -129, -1, 0, 0.9, 127.9, 255.9, 256, 70000, 1e12]
n = numel(x)
a = vec[int8](n)
b = vec[uint8](n)
c = vec[int16](n)
d = vec[uint16](n)
e = vec[int32](n)
f = vec[uint32](n)
parallel_do(n, x, a, b, c, d, e, f, sat)
for i = 0..n-1
    v = x[i]
    assert(a[i] == int(max(-128, min(127, v))), "int8")
    assert(b[i] == int(max(0, min(255, v))), "uint8")
    assert(c[i] == int(max(-32768, min(32767, v))), "int16")
    assert(d[i] == int(max(0, min(65535, v))), "uint16")
    assert(e[i] == int(max(-2147483648, min(2147483647, v))), "int32")
    assert(f[i] == int(max(0, min(4294967295, v))), "uint32")
endfor
function [] = __kernel__ wrap(x : ivec, a : vec[int8'unchecked], b : vec[uint8'unchecked], c : vec[int16'unchecked], d : vec[uint16'unchecked], f : vec[uint32'unchecked], pos : int)
    a[pos] = x[pos]
    b[pos] = x[pos]
    c[pos] = x[pos]
    d[pos] = x[pos]
    f[pos] = x[pos]
endfunction
y = [-70000, -300, -129, -1, 0, 127, 128, 255, 256, 70000]
n = numel(y)
a = vec[int8](n)
b = vec[uint8](n)
c = vec[int16](n)
d = vec[uint16](n)
f = vec[uint32](n)
parallel_do(n, y, a, b, c, d, f, wrap)
for i = 0..n-1
    v = y[i]
    assert(a[i] == mod(v+128,256)-128, "int8")
    assert(b[i] == mod(v,256), "uint8")
    assert(c[i] == mod(v+32768,65536)-32768, "int16")
    assert(d[i] == mod(v,65536), "uint16")
    assert(f[i] == mod(v,4294967296), "uint32")
endfor
print "ok"
