% Mean over (2r+1) x (2r+1) pixels of a 4096 x 4096 image, with one of four ways to continue it beyond its border; the
% same as mean in ../reference.
import "checksum.q"

function [] = __kernel__ mean_mirror(x : mat'mirror, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        for l=-r..r
            sum += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum / (2*r+1)^2
endfunction

function [] = __kernel__ mean_circular(x : mat'circular, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        for l=-r..r
            sum += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum / (2*r+1)^2
endfunction

function [] = __kernel__ mean_clamped(x : mat'clamped, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        for l=-r..r
            sum += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum / (2*r+1)^2
endfunction

function [] = __kernel__ mean_safe(x : mat'safe, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        for l=-r..r
            sum += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum / (2*r+1)^2
endfunction

function [] = main(repetitions = 9, r : int = 4, boundary = "mirror")
    match boundary with
    | "mirror"   -> filter = mean_mirror
    | "circular" -> filter = mean_circular
    | "clamped"  -> filter = mean_clamped
    | "safe"     -> filter = mean_safe
    endmatch
    x = pattern(4096,4096)
    y = zeros(size(x))
    for k=0..repetitions
        tic()
        parallel_do(size(x), x, y, r, filter)
        syncthreads(host)
        t = toc("")
        printf("mean %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
