% 2048 x 2048 points, at most 256 steps; the same as mandelbrot in ../reference.
function [] = __kernel__ escape_time(y : mat'unchecked, step : scalar, steps : int, pos : ivec2)
    cr = -2.0 + step*pos[1]
    ci = -1.25 + step*pos[0]
    zr = 0.0
    zi = 0.0
    n = 0
    while n < steps && zr*zr + zi*zi < 4.0
        t = zr*zr - zi*zi + cr
        zi = 2.0*zr*zi + ci
        zr = t
        n += 1
    endwhile
    y[pos] = n
endfunction

function [] = main(repetitions = 9)
    y = zeros(2048,2048)
    parallel_do(size(y), y, 2.5/2048, 256, escape_time)
    for r=0..repetitions
        syncthreads(host)
        tic()
        parallel_do(size(y), y, 2.5/2048, 256, escape_time)
        syncthreads(host)
        t = toc("")
        printf("mandelbrot %.4f %.9g\n", t, sum(y)/numel(y))
    endfor
endfunction
