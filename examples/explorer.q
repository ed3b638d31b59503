% A fractal explorer: the Mandelbrot set, with sliders for the place, the magnification and the number of steps.
%
% A window opens in the IDE; each change of a slider computes the picture anew. Without a display one picture is
% written.
%
% usage: redshift-cli run explorer.q [SIZE [OUTPUT]]

% How soon z^2 + c leaves the circle of radius 4, smoothly; steps for points of the set.
function count = __device__ escape(cx : scalar, cy : scalar, steps : int)
    x = 0.0
    y = 0.0
    n = 0
    while x*x + y*y < 16 && n < steps
        [x, y] = [x*x - y*y + cx, 2*x*y + cy]
        n += 1
    endwhile
    count = n < steps ? n + 1 - log2(0.5*log2(x*x + y*y)) : steps
endfunction

% centre: real and imaginary part; width: of the part of the plane that is shown.
function im = fractal(size : int, centre : vec2, width : scalar, steps : int)
    im = zeros(size, size, 3)
    for m=0..size-1
        for n=0..size-1
            count = escape(centre[0] + width*(n/size - 0.5), centre[1] + width*(m/size - 0.5), steps)
            for c=0..2
                im[m,n,c] = count < steps ? 127.5 - 127.5*cos(0.25*count + 0.6*c) : 0
            endfor
        endfor
    endfor
endfunction

function [] = main(size = 512, output = "explorer.png")
    assert(size >= 1 && size == floor(size), "SIZE has to be a whole number from 1 on, but is ", size)
    frm = form("Fractal explorer")
    real_part = frm.add_slider("real part", -0.745, -2, 1)
    imaginary_part = frm.add_slider("imaginary part", 0.1, -1.5, 1.5)
    zoom = frm.add_slider("magnification (powers of 2)", 7, 0, 16)
    steps = frm.add_slider("steps", 300, 10, 2000)
    picture = frm.add_display()
    draw = () -> fractal(size, [real_part.value, imaginary_part.value], 3 / 2^zoom.value, int(steps.value))
    show = () -> picture.imshow(draw())
    real_part.onchange.add(show)
    imaginary_part.onchange.add(show)
    zoom.onchange.add(show)
    steps.onchange.add(show)
    im = draw()
    picture.imshow(im)
    imwrite(output, im)
    print "mean ", mean(im)
    frm.wait()
endfunction
