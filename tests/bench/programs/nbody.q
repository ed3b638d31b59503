% Accelerations of 8,192 bodies by each other; the same as nbody in ../reference.
import "checksum.q"

function [] = __kernel__ accelerate(p : mat'unchecked, a : mat'unchecked, n : int, pos : int)
    x = p[pos,0]
    y = p[pos,1]
    z = p[pos,2]
    ax = 0.0
    ay = 0.0
    az = 0.0
    for k=0..n-1
        dx = p[k,0] - x
        dy = p[k,1] - y
        dz = p[k,2] - z
        d = dx*dx + dy*dy + dz*dz + 0.01
        w = p[k,3] / (d*sqrt(d))
        ax += w*dx
        ay += w*dy
        az += w*dz
    endfor
    a[pos,0] = ax
    a[pos,1] = ay
    a[pos,2] = az
endfunction

function [] = main(repetitions = 9)
    p = 1 + pattern(8192,4) / 256
    a = zeros(8192,3)
    for r=0..repetitions
        tic()
        parallel_do(8192, p, a, 8192, accelerate)
        syncthreads(host)
        t = toc("")
        printf("nbody %.4f %.9g\n", t, checksum(a.*a))
    endfor
endfunction
