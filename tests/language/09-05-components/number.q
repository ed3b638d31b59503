% proves: 9.5 a texture has 1, 2 or 4 components
% expect: check-error 1, 2 or 4 components
function [] = __kernel__ k(x : cube'hwtex_nearest(3), y : cube, pos : ivec2)
    y[pos[0],pos[1],0..2] = x[pos[0],pos[1],0..2]
endfunction
