% The Mandelbrot set: how many steps z = z^2 + c needs to leave the circle of radius 2.
%
% Neighbouring pixels need very different numbers of steps; the plain while loop below still runs in SIMD lanes.
%
% usage: redshift-cli run mandelbrot.q [SIZE [STEPS [OUTPUT]]]

function [] = __kernel__ escape_time(y : mat'unchecked, low : vec2, step : vec2, steps : int, pos : ivec2)
    cr = low[1] + step[1] * pos[1]
    ci = low[0] + step[0] * pos[0]
    zr = 0.0
    zi = 0.0
    n = 0
    while n < steps && zr*zr + zi*zi < 4.0
        t = zr*zr - zi*zi + cr
        zi = 2.0*zr*zi + ci
        zr = t
        n += 1
    endwhile
    y[pos] = n
endfunction

function y = mandelbrot(n : int, steps : int)
    y = uninit(n,n)
    low = [-1.25, -2.0]
    step = [2.5, 2.5] / n
    parallel_do(size(y), y, low, step, steps, escape_time)
endfunction

function [] = main(n = 768, steps = 256, output = "mandelbrot.png")
    assert(n >= 1 && n == floor(n), "SIZE has to be a whole number from 1 on, but is ", n)
    assert(steps >= 1 && steps == floor(steps), "STEPS has to be a whole number from 1 on, but is ", steps)
    y = mandelbrot(n, steps)
    inside = sum(y == steps)
    print "inside the set: ", inside, " of ", numel(y), " pixels"
    shade = 255 * (1 - y/steps).^8
    imshow(shade)
    imwrite(output, shade)
endfunction
