% Paints the picture that the other examples work on: hills in haze under an evening sky, with little contrast in the
% shadows.
%
% Texture is value noise: random numbers on a grid, smoothly interpolated, summed over octaves. The random numbers come
% from the position itself, so that the picture is the same on every machine.
%
% usage: redshift-cli run scene.q [HEIGHT [WIDTH [OUTPUT]]]

% A number in 0..1 that depends on the grid point only.
hash = __device__ (m : scalar, n : scalar) -> frac(abs(sin(m*12.9898 + n*78.233) * 437.585))

smooth = __device__ (t : scalar) -> t*t*(3 - 2*t)

function y : scalar = __device__ noise(m : scalar, n : scalar)
    m0 = floor(m)
    n0 = floor(n)
    a = smooth(m - m0)
    b = smooth(n - n0)
    top = lerp(hash(m0,n0), hash(m0,n0+1), b)
    bottom = lerp(hash(m0+1,n0), hash(m0+1,n0+1), b)
    y = lerp(top, bottom, a)
endfunction

function y : scalar = __device__ texture(m : scalar, n : scalar)
    y = 0.0
    weight = 0.5
    scale = 1.0
    for k=1..5
        y = y + weight * noise(m*scale, n*scale)
        weight = weight * 0.5
        scale = scale * 2.0
    endfor
endfunction

function [] = __kernel__ paint(im : cube'unchecked, height : int, width : int, pos : ivec2)
    v = (1.0*pos[0]) / height
    u = (1.0*pos[1]) / width

    % Sky: from blue above to orange at the horizon, a low sun, some clouds.
    sun = exp(-((u-0.7)^2 + (v-0.42)^2) * 90.0)
    cloud = max(texture(v*9.0, u*5.0) - 0.5, 0.0)
    r = 90.0 + 150.0*v + 120.0*sun + 60.0*cloud
    g = 120.0 + 60.0*v + 90.0*sun + 55.0*cloud
    b = 190.0 - 60.0*v + 30.0*sun + 50.0*cloud

    % Four ridges, from far to near; haze takes the contrast of those far away.
    for k=0..3
        ridge = 0.46 + 0.11*k + 0.16*(texture(3.0 + 7.0*k, u*(2.5 + k)) - 0.5)
        if v > ridge
            haze = 0.75 - 0.22*k
            grass = texture(v*(30.0 + 20.0*k), u*(40.0 + 25.0*k))
            r = lerp(14.0 + 34.0*grass, 170.0, haze)
            g = lerp(22.0 + 46.0*grass, 150.0, haze)
            b = lerp(18.0 + 22.0*grass, 150.0, haze)
        endif
    endfor
    im[pos[0],pos[1],0..2] = [min(r,255.0), min(g,255.0), min(b,255.0)]
endfunction

function [] = main(height = 480, width = 720, output = "images/scene.png")
    assert(height >= 1 && height == floor(height), "HEIGHT has to be a whole number from 1 on, but is ", height)
    assert(width >= 1 && width == floor(width), "WIDTH has to be a whole number from 1 on, but is ", width)
    im = uninit(height, width, 3)
    parallel_do([height,width], im, height, width, paint)
    imshow(im)
    imwrite(output, im)
    print "painted ", output
endfunction
