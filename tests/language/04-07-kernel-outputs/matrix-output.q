% proves: 4.7 the types of kernel outputs are restricted
% expect: check-error output|kernel
function [y : mat] = __kernel__ k(A : mat, pos : ivec2)
    y[pos] = A[pos]
endfunction
A = eye(3)
B = parallel_do(size(A), A, k)
