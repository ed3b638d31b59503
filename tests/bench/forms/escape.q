% Steps until a point of the plane leaves the disc, at most 256.
function [n] = inputs()
    n = 1024
endfunction

function y = form_products(n)
    y = zeros(n, n)
    for i=0..n-1
        for j=0..n-1
            cr = -2.0 + 3.0*j/n
            ci = -1.5 + 3.0*i/n
            zr = 0.0
            zi = 0.0
            k = 0
            while k < 255 && zr*zr + zi*zi < 4
                t = zr*zr - zi*zi + cr
                zi = 2*zr*zi + ci
                zr = t
                k += 1
            endwhile
            y[i,j] = k
        endfor
    endfor
endfunction

function y = form_powers(n)
    y = zeros(n, n)
    for i=0..n-1
        for j=0..n-1
            cr = -2.0 + 3.0*j/n
            ci = -1.5 + 3.0*i/n
            zr = 0.0
            zi = 0.0
            k = 0
            while k < 255 && zr^2 + zi^2 < 4
                t = zr^2 - zi^2 + cr
                zi = 2*zr*zi + ci
                zr = t
                k += 1
            endwhile
            y[i,j] = k
        endfor
    endfor
endfunction

function y = form_break(n)
    y = zeros(n, n)
    for i=0..n-1
        for j=0..n-1
            cr = -2.0 + 3.0*j/n
            ci = -1.5 + 3.0*i/n
            zr = 0.0
            zi = 0.0
            steps = 255
            for k=0..254
                if zr*zr + zi*zi >= 4
                    steps = k
                    break
                endif
                t = zr*zr - zi*zi + cr
                zi = 2*zr*zi + ci
                zr = t
            endfor
            y[i,j] = steps
        endfor
    endfor
endfunction

function y = form_complex(n)
    y = zeros(n, n)
    for i=0..n-1
        for j=0..n-1
            c = complex(-2.0 + 3.0*j/n, -1.5 + 3.0*i/n)
            z = complex(0.0, 0.0)
            k = 0
            while k < 255 && real(z)*real(z) + imag(z)*imag(z) < 4
                z = z*z + c
                k += 1
            endwhile
            y[i,j] = k
        endfor
    endfor
endfunction

function y = form_flag(n)
    y = zeros(n, n)
    for i=0..n-1
        for j=0..n-1
            cr = -2.0 + 3.0*j/n
            ci = -1.5 + 3.0*i/n
            zr = 0.0
            zi = 0.0
            k = 0
            go = true
            while go
                t = zr*zr - zi*zi + cr
                zi = 2*zr*zi + ci
                zr = t
                k += 1
                go = k < 255 && zr*zr + zi*zi < 4
            endwhile
            y[i,j] = k
        endfor
    endfor
endfunction

function y = form_repeat(n)
    y = zeros(n, n)
    for i=0..n-1
        for j=0..n-1
            c = [-2.0 + 3.0*j/n, -1.5 + 3.0*i/n]
            z = [0.0, 0.0]
            k = 0
            repeat
                z = [z[0]*z[0] - z[1]*z[1], 2*z[0]*z[1]] + c
                k += 1
            until k >= 255 || z[0]*z[0] + z[1]*z[1] >= 4
            y[i,j] = k
        endfor
    endfor
endfunction

function [] = __kernel__ escape(y : mat'unchecked, n : int, most : int, pos : ivec2)
    cr = -2.0 + 3.0*pos[1]/n
    ci = -1.5 + 3.0*pos[0]/n
    zr = 0.0
    zi = 0.0
    k = 0
    while k < most && zr*zr + zi*zi < 4
        t = zr*zr - zi*zi + cr
        zi = 2*zr*zi + ci
        zr = t
        k += 1
    endwhile
    y[pos] = k
endfunction

function y = form_kernel(n)
    y = zeros(n, n)
    parallel_do([n, n], y, n, 255, escape)
endfunction
