% Separable Gaussian filter of radius 8 on 4096 x 4096 pixels, rows and then columns, mirrored at the border; the same as
% gaussian in ../reference.
import "checksum.q"

function [] = __kernel__ filter_rows(x : mat'mirror, y : mat'unchecked, taps : vec'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        sum += taps[k+r] * x[pos[0],pos[1]+k]
    endfor
    y[pos] = sum
endfunction

function [] = __kernel__ filter_columns(x : mat'mirror, y : mat'unchecked, taps : vec'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        sum += taps[k+r] * x[pos[0]+k,pos[1]]
    endfor
    y[pos] = sum
endfunction

function [] = main(repetitions = 9)
    x = pattern(4096,4096)
    t = zeros(size(x))
    y = zeros(size(x))
    k = -8..8
    taps = exp(-k.^2 / 18)
    taps = taps / sum(taps)
    for n=0..repetitions
        tic()
        parallel_do(size(x), x, t, taps, 8, filter_rows)
        parallel_do(size(x), t, y, taps, 8, filter_columns)
        syncthreads(host)
        ms = toc("")
        printf("gaussian %.4f %.9g\n", ms, checksum(y))
    endfor
endfunction
