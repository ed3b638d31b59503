% sRGB to CIE L*a*b* (white D65) on 6 million pixels; the same as lab in ../reference.
import "checksum.q"

function y : scalar = __device__ linear(v : scalar)
    if v > 0.04045
        y = ((v + 0.055) / 1.055) ^ 2.4
    else
        y = v / 12.92
    endif
endfunction

function y : scalar = __device__ root(t : scalar)
    if t > 0.008856452
        y = t ^ (1.0/3)
    else
        y = 7.787037*t + 0.13793103
    endif
endfunction

function [] = __kernel__ rgb_to_lab(rgb : cube'unchecked, lab : cube'unchecked, pos : ivec2)
    r = linear(rgb[pos[0],pos[1],0] / 255)
    g = linear(rgb[pos[0],pos[1],1] / 255)
    b = linear(rgb[pos[0],pos[1],2] / 255)
    x = root((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
    y = root(0.2126729*r + 0.7151522*g + 0.0721750*b)
    z = root((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
    lab[pos[0],pos[1],0] = 116*y - 16
    lab[pos[0],pos[1],1] = 500*(x - y)
    lab[pos[0],pos[1],2] = 200*(y - z)
endfunction

function [] = main(repetitions = 9)
    rgb = reshape(pattern(2000,9000), [2000,3000,3])
    lab = zeros(2000,3000,3)
    for r=0..repetitions
        tic()
        parallel_do([2000,3000], rgb, lab, rgb_to_lab)
        syncthreads(host)
        t = toc("")
        printf("lab %.4f %.9g\n", t, checksum(reshape(lab, [2000,9000])))
    endfor
endfunction
