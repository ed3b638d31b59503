% proves: 6.6 device functions without types, or with type parameters, are specialised where kernels call them
% expect: ok
function y = __device__ shrink(x, T)
    if abs(x) >= T
        y = (abs(x) - T) * (x / abs(x))
    else
        y = 0
    endif
endfunction
function y = __device__ at_most[T](x : T, high : T)
    y = min(x, high)
endfunction
function s = __device__ weighted[N](x : vec(N))
    parts = vec[scalar](N)
    s = cast(0, scalar)
    for i = 0..N-1
        parts[i] = x[i] * (i + 1)
    endfor
    for i = 0..N-1
        s += parts[i] * N
    endfor
endfunction
function [] = __kernel__ run[T](x : mat[T], y : mat[T], f : scalar, pos : ivec2)
    y[pos] = shrink(x[pos], 2) + at_most(x[pos] * f, 4) + at_most[scalar](3, 2) + weighted([x[pos], 1, 2])
endfunction
x = [[1.0,2.5],[-4,5]]
y = zeros(2,2)
expected = [[0 + 2 + 2 + 27, 0.5 + 4 + 2 + 31.5],[-2 - 8 + 2 + 12, 3 + 4 + 2 + 39]]
parallel_do(size(y), x, y, 2, run)
assert(max(abs(y - expected)) < 1e-5)
y = zeros(2,2)
parallel_do(size(y), x, y, 2, run[scalar])
assert(max(abs(y - expected)) < 1e-5)
z = mat[int](1,2)
parallel_do(size(z), [[1,3]], z, 2, run)
assert(type(z) == "imat" && z[0,0] == 31 && z[0,1] == 1 + 4 + 2 + 33)
print "ok"
