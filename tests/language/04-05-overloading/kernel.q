% proves: 4.5 kernel functions can't be overloaded
% expect: check-error kernel
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = 1
endfunction
function [] = __kernel__ k(y : mat, pos : ivec2)
    y[pos] = 1
endfunction
y = zeros(5)
parallel_do(5, y, k)
