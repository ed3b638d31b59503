% proves: 9.1 the hardware modifiers can not be combined
% expect: check-error hwconst|hwtex|combin
function [] = __kernel__ k(x : vec'hwconst'hwtex_nearest, y : vec, pos : int)
    y[pos] = x[pos]
endfunction
parallel_do(4, zeros(4), zeros(4), k)
