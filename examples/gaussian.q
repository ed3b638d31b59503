% Gaussian smoothing, one direction after the other, with mirrored borders.
%
% A Gaussian is separable: smoothing the rows and then the columns costs 2*(2r+1) multiplications a pixel instead of
% (2r+1)^2. The access mode 'mirror continues the image at its borders; it costs nothing inside.
%
% usage: redshift-cli run gaussian.q [INPUT [OUTPUT [SIGMA]]]

function [] = __kernel__ filter_rows(x : cube'mirror, y : cube'unchecked, taps : vec'unchecked, r : int, pos : ivec3)
    sum = 0.0
    for k=-r..r
        sum += taps[k+r] * x[pos[0],pos[1]+k,pos[2]]
    endfor
    y[pos] = sum
endfunction

function [] = __kernel__ filter_columns(x : cube'mirror, y : cube'unchecked, taps : vec'unchecked, r : int, pos : ivec3)
    sum = 0.0
    for k=-r..r
        sum += taps[k+r] * x[pos[0]+k,pos[1],pos[2]]
    endfor
    y[pos] = sum
endfunction

function y = gaussian(x : cube, sigma : scalar)
    r = int(ceil(3*sigma))
    k = -r..r
    taps = exp(-(k.^2) / (2*sigma^2))
    taps = taps / sum(taps)
    t = uninit(size(x,0..2))
    y = uninit(size(x,0..2))
    parallel_do(size(x,0..2), x, t, taps, r, filter_rows)
    parallel_do(size(x,0..2), t, y, taps, r, filter_columns)
endfunction

function [] = main(input = "images/scene.png", output = "gaussian.png", sigma = 3.0)
    assert(sigma > 0, "SIGMA has to be larger than 0, but is ", sigma)
    im = imread(input, "rgb")
    y = gaussian(im, sigma)
    imshow(y)
    imwrite(output, y)
    print "mean before ", mean(im), ", after ", mean(y)
endfunction
