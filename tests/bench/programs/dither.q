% Floyd-Steinberg dithering of 2048 x 2048 pixels, which is serial; the same as dither in ../reference.
import "checksum.q"

function [] = dither(x : mat, y : mat)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = x[m,n] > 127.5 ? 255 : 0
            e = (x[m,n] - y[m,n]) / 16
            x[m,n+1] += 7*e
            x[m+1,n-1] += 3*e
            x[m+1,n] += 5*e
            x[m+1,n+1] += e
        endfor
    endfor
endfunction

function [] = main(repetitions = 9)
    original = pattern(2048,2048)
    y = zeros(2048,2048)
    for r=0..repetitions
        x = copy(original)
        tic()
        dither(x, y)
        syncthreads(host)
        t = toc("")
        printf("dither %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
