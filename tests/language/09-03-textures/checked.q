% proves: 9.3 'checked can not be combined with hardware textures
% expect: check-error checked|hwtex
function [] = __kernel__ k(x : mat'hwtex_nearest'checked, y : mat, pos : ivec2)
    y[pos] = x[pos]
endfunction
parallel_do([4,4], zeros(4,4), zeros(4,4), k)
