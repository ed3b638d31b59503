% Tone mapping: a scene with far more contrast than a screen, shown all the same; and the tones of one picture given to
% another.
%
% The first maps luminance L to L (1 + L/w^2) / (1 + L), scaled by the mean of its logarithm (Reinhard and others,
% 2002): dark tones keep their contrast, and bright ones approach w without clipping. The second is histogram matching:
% the pixel that has a share of s of all pixels below it gets the value below which a share of s lies in the other
% picture.
%
% usage: redshift-cli run tone.q [INPUT [OUTPUT]]

function y = luminance(im : cube)
    y = 0.2126*im[:,:,0] + 0.7152*im[:,:,1] + 0.0722*im[:,:,2]
endfunction

% im: linear light of any range; the result is 0..255.
function y = reinhard(im : cube, key : scalar, white : scalar)
    light = luminance(im)
    middle = exp(mean(log(light + 1e-6)))
    y = zeros(size(im))
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            scaled = key * light[m,n] / middle
            gain = key / middle * (1 + scaled/white^2) / (1 + scaled)
            for c=0..2
                y[m,n,c] = 255 * min(gain*im[m,n,c], 1) ^ (1/2.2)
            endfor
        endfor
    endfor
endfunction

% The share of pixels up to each value from 0 to 255.
function share : vec = cumulative(x : mat)
    counts = zeros(256)
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            counts[int(min(max(round(x[m,n]), 0), 255))] += 1
        endfor
    endfor
    share = cumsum(counts) / numel(x)
endfunction

function y : mat = match_histogram(x : mat, like : mat)
    from = cumulative(x)
    to = cumulative(like)
    curve = zeros(256)
    level = 0
    for v=0..255
        while level < 255 && to[level] < from[v]
            level += 1
        endwhile
        curve[v] = level
    endfor
    y = curve[int(min(max(round(x), 0), 255))]
endfunction

function [] = main(input = "images/scene.png", output = "tone.png")
    im = imread(input, "rgb")
    % A scene of high contrast: the photograph's light, with the sun a hundred times as bright and dark ground.
    light = (im/255).^2.2
    sun = luminance(light)
    for c=0..2
        light[:,:,c] = light[:,:,c] .* (0.02 + 100*sun.^6)
    endfor
    print "contrast ", round(max(luminance(light)) / min(luminance(light) + 1e-6)), " to 1"
    linear = 255 * min(light / max(light), 1).^(1/2.2)
    mapped = reinhard(light, 0.25, 30)
    matched = zeros(size(im))
    for c=0..2
        matched[:,:,c] = match_histogram(mapped[:,:,c], im[:,:,c])
    endfor
    print "mean ", mean(linear), " linear, ", mean(mapped), " mapped, ", mean(matched), " matched to ", mean(im)
    result = horzcat(linear, mapped, matched)
    imshow(result)
    imwrite(output, result)
endfunction
