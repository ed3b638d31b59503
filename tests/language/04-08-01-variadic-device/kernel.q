% proves: 4.8.1 variadic kernel functions are not supported
% expect: check-error variadic|kernel
function [] = __kernel__ k(y : vec, pos : int, ...args)
    y[pos] = 1
endfunction
y = zeros(5)
parallel_do(5, y, k)
