% proves: 2.2.3 atomic updates of integer arrays in kernels follow the modifier
% expect: ok
function [] = __kernel__ add(a : vec[uint8'sat], b : vec[uint8'unchecked], c : vec[int16'sat], pos : int)
    a[0] += 7
    b[0] += 7
    c[0] -= 700
endfunction
a = vec[uint8](1)
b = vec[uint8](1)
c = vec[int16](1)
parallel_do(100, a, b, c, add)
assert(a[0] == 255, "saturates")
assert(b[0] == mod(700, 256), "wraps")
assert(c[0] == -32768, "saturates downwards")
print "ok"
