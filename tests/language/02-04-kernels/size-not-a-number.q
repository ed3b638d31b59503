% proves: 2.4.1 a grid with NaN positions
% expect: error parallel_do.*NaN
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = 1
endfunction
n = 0/0
parallel_do(n, zeros(3), k)
