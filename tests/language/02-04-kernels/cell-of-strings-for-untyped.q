% proves: 2.4.1 a cell of strings given to a kernel parameter without a type is found before the run
% expect: check-error argument 2 of the kernel function k is a cell that holds strings
function [] = __kernel__ k(y, x, pos : int)
    y[pos] = 1
endfunction
y = zeros(10)
parallel_do(10, y, {1, "abc"}, k)
