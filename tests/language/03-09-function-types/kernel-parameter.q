% proves: 3.9 device functions can be passed to kernels
% expect: ok
type binary : [__device__ (scalar, scalar) -> scalar]
function [] = __kernel__ combine(y : vec, a : vec, b : vec, f : binary, pos : int)
    y[pos] = f(a[pos], b[pos])
endfunction
function r = zip(a : vec, b : vec, f : binary)
    r = uninit(numel(a))
    parallel_do(numel(a), r, a, b, f, combine)
endfunction
r = zip([1.0,2.0,3.0], [4.0,5.0,6.0], __device__ (x : scalar, y : scalar) -> x * y)
assert(sum(r) == 32)
r = zip([1.0,2.0,3.0], [4.0,5.0,6.0], __device__ (x : scalar, y : scalar) -> x - y)
assert(sum(r) == -9)
print "ok"
