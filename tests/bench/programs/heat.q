% The heat equation on 1024 x 1024 points, 1,000 steps; the same as heat in ../reference.
import "checksum.q"

function [] = __kernel__ step(x : mat'clamped, y : mat'unchecked, pos : ivec2)
    m = pos[0]
    n = pos[1]
    y[pos] = x[m,n] + 0.2*(x[m-1,n] + x[m+1,n] + x[m,n-1] + x[m,n+1] - 4*x[m,n])
endfunction

function [] = main(repetitions = 9)
    for r=0..repetitions
        x = pattern(1024,1024)
        y = zeros(size(x))
        tic()
        for k=1..500
            parallel_do(size(x), x, y, step)
            parallel_do(size(x), y, x, step)
        endfor
        syncthreads(host)
        t = toc("")
        printf("heat %.4f %.9g\n", t, checksum(x))
    endfor
endfunction
