% proves: 9.3 higher dimensional matrices can not be textures
% expect: check-error hwtex|texture|dimension
function [] = __kernel__ k(x : cube{4}'hwtex_nearest, y : vec, pos : int)
    y[pos] = x[0,0,0,pos]
endfunction
parallel_do(4, zeros(2,2,2,4), zeros(4), k)
