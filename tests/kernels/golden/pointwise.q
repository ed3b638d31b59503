function [] = __kernel__ pointwise(x : mat, y : mat, g : scalar, pos : ivec2)
    y[pos] = x[pos] > 0.5 ? x[pos] * g : 0
endfunction
