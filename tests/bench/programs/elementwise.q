% An expression of six operations on three matrices of 2^24 elements; the same as elementwise in ../reference.
import "checksum.q"

function [] = main(repetitions = 9)
    a = pattern(4096,4096)
    b = 0.5*a + 1
    c = 255 - a
    y = uninit(4096,4096)
    for r=0..repetitions
        tic()
        y = a.*b + c.*(a - b) + 0.5*b
        syncthreads(host)
        t = toc("")
        printf("elementwise %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
