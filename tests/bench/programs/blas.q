% Product of two n x n matrices as A*B; the same as blas in ../reference.
import "checksum.q"

function [] = main(repetitions = 9, n = 1024)
    a = pattern(n,n) / 256
    b = transpose(a)
    for r=0..repetitions
        tic()
        c = a*b
        syncthreads(host)
        t = toc("")
        printf("blas %.4f %.9g\n", t, checksum(c))
    endfor
endfunction
