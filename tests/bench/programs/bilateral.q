% Bilateral filter of radius 4 on 1024 x 1024 pixels; the same as bilateral in ../reference.
import "checksum.q"

function [] = __kernel__ bilateral(x : mat'mirror, y : mat'unchecked, r : int, space : scalar, range : scalar, pos : ivec2)
    sum = 0.0
    weights = 0.0
    for k=-r..r
        for l=-r..r
            v = x[pos + [k,l]]
            d = v - x[pos]
            w = exp(-(k*k + l*l) * space - d*d * range)
            sum += w * v
            weights += w
        endfor
    endfor
    y[pos] = sum / weights
endfunction

function [] = main(repetitions = 9)
    x = pattern(1024,1024)
    y = zeros(size(x))
    for n=0..repetitions
        tic()
        parallel_do(size(x), x, y, 4, 0.08, 0.0005, bilateral)
        syncthreads(host)
        t = toc("")
        printf("bilateral %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
