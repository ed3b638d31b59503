% proves: 4.5.1 a device overload with the same signature is used in kernels
% expect: ok
function y : scalar = norm_(a : vec)
    y = 1
endfunction
function y : scalar = __device__ norm_(a : vec)
    y = 2
endfunction
assert(norm_([1.0,2.0]) == 1)
function [] = __kernel__ k(y : vec, x : mat, pos : int)
    y[pos] = norm_(x[pos,0..1])
endfunction
y = zeros(3)
parallel_do(3, y, ones(3,2), k)
assert(sum(y) == 6)
function y : scalar = __device__ dev(a : vec)
    y = norm_(a)
endfunction
assert(dev([1.0,2.0]) == 2, "a device function uses the device overload, also called from the host")
print "ok"
