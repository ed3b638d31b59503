% proves: 4.10 recursion without end in a device function that a kernel calls
% expect: error stack overflow|recurs
function y : scalar = __device__ f(x : scalar)
    y = f(x + 1) + 1
endfunction
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = f(pos)
endfunction
y = zeros(4)
parallel_do(4, y, k)
print y
