% proves: 4.3 no load in kernel functions
% expect: check-error load
function [] = __kernel__ k(y : vec, pos : int)
    x = load("file.dat")
    y[pos] = x
endfunction
y = zeros(5)
parallel_do(5, y, k)
