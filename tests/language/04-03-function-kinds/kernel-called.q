% proves: 4.3 a kernel function can only be called by parallel_do
% expect: error kernel.*parallel_do|parallel_do
% status: 2
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = 1
endfunction
y = zeros(5)
k(y, 1)
