% Rotation of a 2048 x 2048 image about its centre, to the nearest pixel or with bilinear interpolation; the same as
% rotate_nearest and rotate_bilinear in ../reference.
import "checksum.q"

function [] = __kernel__ rotate_nearest(x : mat'safe, y : mat'unchecked, c : scalar, s : scalar, pos : ivec2)
    dm = pos[0] - 1023.5
    dn = pos[1] - 1023.5
    m = c*dm - s*dn + 1023.5
    n = s*dm + c*dn + 1023.5
    y[pos] = x[int(floor(m + 0.5)),int(floor(n + 0.5))]
endfunction

function [] = __kernel__ rotate_bilinear(x : mat'safe, y : mat'unchecked, c : scalar, s : scalar, pos : ivec2)
    dm = pos[0] - 1023.5
    dn = pos[1] - 1023.5
    m = c*dm - s*dn + 1023.5
    n = s*dm + c*dn + 1023.5
    i = int(floor(m))
    j = int(floor(n))
    a = m - i
    b = n - j
    y[pos] = (1-a)*((1-b)*x[i,j] + b*x[i,j+1]) + a*((1-b)*x[i+1,j] + b*x[i+1,j+1])
endfunction

function [] = main(repetitions = 9, name = "rotate_bilinear")
    match name with
    | "rotate_nearest" -> rotate = rotate_nearest
    | "rotate_bilinear" -> rotate = rotate_bilinear
    endmatch
    x = pattern(2048,2048)
    y = zeros(size(x))
    for r=0..repetitions
        tic()
        parallel_do(size(x), x, y, 0.921875, 0.375, rotate)
        syncthreads(host)
        t = toc("")
        printf("%s %.4f %.9g\n", name, t, checksum(y))
    endfor
endfunction
