% Histogram equalisation: the grey values of a photograph are moved so that all of them are used equally often.
%
% The histogram is a scatter: many pixels add to the same bin. In a kernel `+=` on an element is atomic, so that the
% plain program is right on every device.
%
% usage: redshift-cli run equalize.q [INPUT [OUTPUT]]

function [] = __kernel__ count(x : mat'unchecked, bins : vec, pos : ivec2)
    bins[int(x[pos])] += 1
endfunction

function y = equalize(x : mat)
    bins = zeros(256)
    parallel_do(size(x), x, bins, count)

    % The share of pixels that are darker, or as dark.
    share = cumsum(bins) / numel(x)

    y = uninit(size(x))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = 255 * share[int(x[m,n])]
        endfor
    endfor
endfunction

function [] = main(input = "images/scene.png", output = "equalize.png")
    im = imread(input, "rgb")
    grey = round(0.299*im[:,:,0] + 0.587*im[:,:,1] + 0.114*im[:,:,2])
    y = equalize(grey)
    imshow(y)
    imwrite(output, y)
    print "grey values from ", min(grey), " to ", max(grey), ", afterwards from ", min(y), " to ", max(y)
endfunction
