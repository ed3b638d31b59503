% proves: 2.4.2 device functions and lambdas, called from kernels, from each other and from the host
% expect: ok
blend = __device__ (a : scalar, b : scalar, d : scalar) -> a + (b - a) * d
orth = __device__ (x : vec2) -> [-x[1], x[0]]
function y : scalar = __device__ poly(x : scalar, n : int)
    y = 0.0
    for k=0..n
        y = y*x + 1
    endfor
endfunction
function [] = __kernel__ k(x : vec, y : mat, pos : int)
    v = orth([x[pos], 2*x[pos]])
    y[pos,0] = blend(x[pos], 10.0, 0.5)
    y[pos,1] = v[0] + 100*v[1]
    y[pos,2] = poly(x[pos], 3)
endfunction
x = [1.0, 2.0, 3.0]
y = zeros(3,3)
parallel_do(3, x, y, k)
for p=0..2
    assert(y[p,0] == blend(x[p], 10.0, 0.5), "lambda")
    assert(y[p,1] == -2*x[p] + 100*x[p], "vector")
    assert(y[p,2] == x[p]^3 + x[p]^2 + x[p] + 1, "function")
endfor
assert(poly(2.0, 3) == 15, "from the host")
print "ok"
