% proves: 2.4.1 a string given to a kernel parameter without a type is found before the run
% expect: check-error argument 1 of the kernel function k is a string
function [] = __kernel__ k(x, y, pos : int)
    y[pos] = 1
endfunction
y = zeros(10)
parallel_do(10, "abc", y, k)
