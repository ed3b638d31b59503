% Transpose of 4096 x 4096 elements; the same as transpose in ../reference.
import "checksum.q"

function [] = main(repetitions = 9)
    x = pattern(4096,4096)
    y = zeros(4096,4096)
    for k=0..repetitions
        tic()
        for i=0..size(x,0)-1
            for j=0..size(x,1)-1
                y[j,i] = x[i,j]
            endfor
        endfor
        syncthreads(host)
        t = toc("")
        printf("transpose %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
