% proves: 4.3 who may call whom
% expect: ok
function y : scalar = __device__ twice(x : scalar)
    y = 2*x
endfunction
function y : scalar = __device__ fourfold(x : scalar)
    y = twice(twice(x))
endfunction
assert(fourfold(3) == 12, "host calls device, device calls device")
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = fourfold(pos)
endfunction
y = zeros(5)
parallel_do(5, y, k)
assert(y[4] == 16)
z = zeros(5)
serial_do(5, z, k)
assert(z[4] == 16)
print "ok"
