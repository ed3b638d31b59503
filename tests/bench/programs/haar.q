% Eight levels of the Haar wavelet transform of 4096 x 4096 pixels and back; the same as haar in ../reference. Averages
% are in the upper left quarter, details in the others; on the way back, averages go from one small matrix to the other.
import "checksum.q"

function [] = __kernel__ analyse(x : mat'unchecked, y : mat'unchecked, h : int, pos : ivec2)
    m = 2*pos[0]
    n = 2*pos[1]
    a = x[m,n]
    b = x[m,n+1]
    c = x[m+1,n]
    d = x[m+1,n+1]
    y[pos[0],pos[1]] = 0.5*(a + b + c + d)
    y[pos[0],pos[1]+h] = 0.5*(a - b + c - d)
    y[pos[0]+h,pos[1]] = 0.5*(a + b - c - d)
    y[pos[0]+h,pos[1]+h] = 0.5*(a - b - c + d)
endfunction

function [] = __kernel__ synthesise(low : mat'unchecked, y : mat'unchecked, x : mat'unchecked, h : int, pos : ivec2)
    a = low[pos]
    b = y[pos[0],pos[1]+h]
    c = y[pos[0]+h,pos[1]]
    d = y[pos[0]+h,pos[1]+h]
    m = 2*pos[0]
    n = 2*pos[1]
    x[m,n] = 0.5*(a + b + c + d)
    x[m,n+1] = 0.5*(a - b + c - d)
    x[m+1,n] = 0.5*(a + b - c - d)
    x[m+1,n+1] = 0.5*(a - b - c + d)
endfunction

function [] = __kernel__ copy_corner(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos]
endfunction

function [] = main(repetitions = 9)
    x = pattern(4096,4096)
    w = zeros(size(x))
    y = zeros(size(x))
    t = zeros(2048,2048)
    s = zeros(2048,2048)
    for n=0..repetitions
        tic()
        parallel_do([2048,2048], x, w, 2048, analyse)
        h : int = 1024
        for level=1..7
            parallel_do([2*h,2*h], w, t, copy_corner)
            parallel_do([h,h], t, w, h, analyse)
            h = h / 2
        endfor
        h = 16
        low = t
        next = s
        parallel_do([h,h], w, low, copy_corner)
        for level=1..7
            parallel_do([h,h], low, w, next, h, synthesise)
            [low, next] = [next, low]
            h = 2*h
        endfor
        parallel_do([h,h], low, w, y, h, synthesise)
        syncthreads(host)
        ms = toc("")
        printf("haar %.4f %.9g\n", ms, checksum(y) + checksum(w))
    endfor
endfunction
