% proves: 9.1 'hwconst implies 'const: writing is an error
% expect: check-error const
function [] = __kernel__ k(f : vec'hwconst, pos : int)
    f[pos] = 1
endfunction
parallel_do(4, zeros(4), k)
