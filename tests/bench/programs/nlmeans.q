% Non-local means, patches of 7 x 7 in windows of 21 x 21, on 1024 x 1024 pixels; the same as nlmeans in ../reference.
import "checksum.q"

function [] = __kernel__ denoise(x : mat'mirror, y : mat'unchecked, strength : scalar, pos : ivec2)
    sum = 0.0
    weights = 0.0
    for dm=-10..10
        for dn=-10..10
            distance = 0.0
            for pm=-3..3
                for pn=-3..3
                    d = x[pos[0]+pm,pos[1]+pn] - x[pos[0]+dm+pm,pos[1]+dn+pn]
                    distance += d*d
                endfor
            endfor
            w = exp(-distance * strength)
            sum += w * x[pos[0]+dm,pos[1]+dn]
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
        parallel_do(size(x), x, y, 0.000004, denoise)
        syncthreads(host)
        t = toc("")
        printf("nlmeans %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
