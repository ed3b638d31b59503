function [] = __kernel__ stencil(x : mat'mirror, y : mat, n : int, pos : ivec2)
    s = 0.0
    for k=-n..n
        s += x[pos + [0,k]]
    endfor
    y[pos] = s / (2*n + 1)
endfunction
