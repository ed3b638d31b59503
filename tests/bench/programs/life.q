% Game of Life on a torus of 4096 x 4096 cells, 100 steps; the same as life in ../reference.
import "checksum.q"

function [] = __kernel__ generation(x : mat'circular, y : mat'unchecked, pos : ivec2)
    n = 0.0
    for k=-1..1
        for l=-1..1
            n += x[pos + [k,l]]
        endfor
    endfor
    if n == 3 || (n == 4 && x[pos] == 1)
        y[pos] = 1
    else
        y[pos] = 0
    endif
endfunction

function [] = main(repetitions = 9)
    for r=0..repetitions
        x = pattern(4096,4096) > 127
        y = zeros(size(x))
        tic()
        for k=1..50
            parallel_do(size(x), x, y, generation)
            parallel_do(size(x), y, x, generation)
        endfor
        syncthreads(host)
        t = toc("")
        printf("life %.4f %.9g\n", t, checksum(x))
    endfor
endfunction
