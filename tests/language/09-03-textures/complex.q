% proves: 9.3 complex data can't be a texture
% expect: check-error hwtex|complex|texture
function [] = __kernel__ k(x : cvec'hwtex_nearest, y : vec, pos : int)
    y[pos] = abs(x[pos])
endfunction
parallel_do(4, czeros(4), zeros(4), k)
