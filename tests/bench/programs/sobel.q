% Sobel gradient and threshold on 4096 x 4096 pixels; the same as sobel in ../reference.
import "checksum.q"

function [] = __kernel__ sobel(x : mat'mirror, y : mat'unchecked, threshold : scalar, pos : ivec2)
    m = pos[0]
    n = pos[1]
    gx = x[m-1,n+1] + 2*x[m,n+1] + x[m+1,n+1] - x[m-1,n-1] - 2*x[m,n-1] - x[m+1,n-1]
    gy = x[m+1,n-1] + 2*x[m+1,n] + x[m+1,n+1] - x[m-1,n-1] - 2*x[m-1,n] - x[m-1,n+1]
    if sqrt(gx*gx + gy*gy) > threshold
        y[pos] = 255
    else
        y[pos] = 0
    endif
endfunction

function [] = main(repetitions = 9)
    x = pattern(4096,4096)
    y = zeros(size(x))
    for r=0..repetitions
        tic()
        parallel_do(size(x), x, y, 300.5, sobel)
        syncthreads(host)
        t = toc("")
        printf("sobel %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
