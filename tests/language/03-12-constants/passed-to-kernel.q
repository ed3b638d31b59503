% proves: 3.12 a 'const array can't be launched with where the kernel writes to it
% expect: check-error `A` is declared 'const, but `k` changes elements of `y`
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = x[pos]
endfunction
function [] = f(A : vec'const, B : vec)
    parallel_do(numel(A), A, B, k)
    parallel_do(numel(A), B, A, k)
endfunction
f(zeros(2), zeros(2))
