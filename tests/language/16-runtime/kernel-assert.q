% proves: STDLIB 1.4 assert works in kernels
% expect: error negative
function [] = __kernel__ k(x : vec, pos : int)
    assert(x[pos] >= 0, "a negative element")
endfunction
x = ones(1000)
x[500] = -1
parallel_do(1000, x, k)
