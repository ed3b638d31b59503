% A small convolutional network that learns to read digits; forward and backward passes written out.
%
% The digits are drawn from patterns of 5 x 7 dots, moved, slanted and covered with noise, so that nothing has to be
% loaded. Layers: a convolution 5 x 5 to 8 maps, a rectifier, sums over 4 x 4, a full layer to 10 scores, softmax.
% Training is gradient descent with momentum on the cross entropy of batches.
%
% usage: redshift-cli run network.q [BATCHES [OUTPUT]]

type network : mutable class
    filters : cube % 5 x 5 x 8
    levels  : vec  % added to the maps
    weights : mat  % 128 x 10
    bias    : mat  % 1 x 10
endtype

% n pictures of 20 x 20 and the digits on them. Dots: the rows of the patterns, five bits each.
function [images : cube, digits : vec] = draw_digits(n : int)
    dots = [[14,17,19,21,25,17,14], [4,12,4,4,4,4,14], [14,17,1,2,4,8,31], [31,2,4,2,1,17,14], [2,6,10,18,31,2,2],
            [31,16,30,1,1,17,14], [6,8,16,30,17,17,14], [31,1,2,4,8,8,8], [14,17,17,14,17,17,14], [14,17,17,15,1,2,12]]
    images = 0.15 * randn(20, 20, n)
    digits = floor(10 * rand(n))
    place = 3 * rand(n, 2)
    slant = 0.5 * (rand(n) - 0.5)
    for i=0..n-1
        for r=0..19
            for c=0..19
                row = floor((r - place[i,0]) / 2.2)
                column = floor((c - place[i,1] - slant[i]*(10-r)) / 2.6)
                if row >= 0 && row < 7 && column >= 0 && column < 5
                    images[r,c,i] += mod(floor(dots[digits[i],row] / 2^(4-column)), 2)
                endif
            endfor
        endfor
    endfor
endfunction

% maps: picture x row x column x filter; sums: picture x (4 x 4 x filters).
function [maps : cube{4}, sums : mat] = convolve(images : cube, net : network)
    [n, filters, levels] = [size(images,2), net.filters, net.levels]
    maps = zeros(n, 16, 16, 8)
    for i=0..n-1
        for r=0..15
            for c=0..15
                for m=0..7
                    sum = levels[m]
                    for k=0..4
                        for l=0..4
                            sum += filters[k,l,m] * images[r+k,c+l,i]
                        endfor
                    endfor
                    maps[i,r,c,m] = max(sum, 0)
                endfor
            endfor
        endfor
    endfor
    sums = zeros(n, 128)
    for i=0..n-1
        for r=0..15
            for c=0..15
                for m=0..7
                    sums[i, (4*int(r/4) + int(c/4))*8 + m] += maps[i,r,c,m] / 4
                endfor
            endfor
        endfor
    endfor
endfunction

% How probable each digit is; a row for each picture.
function p : mat = classify(sums : mat, net : network)
    scores = sums * net.weights + repmat(net.bias, [size(sums,0), 1])
    p = exp(scores - max(scores))
    p = p ./ repmat(sum(p, 1), [1, 10])
endfunction

% The gradient of the mean cross entropy.
function gradient : network = backward(images : cube, digits : vec, net : network)
    n = size(images,2)
    [maps, sums] = convolve(images, net)
    error = classify(sums, net)
    for i=0..n-1
        error[i,digits[i]] -= 1
    endfor
    error /= n
    back = error * transpose(net.weights)
    slope = zeros(size(maps)) % nothing passes where the rectifier cut
    for i=0..n-1
        for r=0..15
            for c=0..15
                for m=0..7
                    slope[i,r,c,m] = maps[i,r,c,m] > 0 ? back[i, (4*int(r/4) + int(c/4))*8 + m] / 4 : 0
                endfor
            endfor
        endfor
    endfor
    filters = zeros(5, 5, 8)
    levels = zeros(8)
    for k=0..4
        for l=0..4
            for m=0..7
                sum = 0.0
                for i=0..n-1
                    for r=0..15
                        for c=0..15
                            sum += slope[i,r,c,m] * images[r+k,c+l,i]
                        endfor
                    endfor
                endfor
                filters[k,l,m] = sum
            endfor
        endfor
    endfor
    for m=0..7
        levels[m] = sum(slope[:,:,:,m])
    endfor
    gradient = network(filters := filters, levels := levels, weights := transpose(sums) * error, bias := sum(error, 0))
endfunction

function [] = main(n_batches = 100, output = "network.png")
    assert(n_batches >= 1 && n_batches == floor(n_batches), "BATCHES has to be a whole number from 1 on, but is ",
           n_batches)
    seed(7)
    net = network(filters := randn(5,5,8)*0.3, levels := zeros(8), weights := randn(128,10)*0.1, bias := zeros(1,10))
    step = network(filters := zeros(5,5,8), levels := zeros(8), weights := zeros(128,10), bias := zeros(1,10))
    for batch=1..n_batches
        [images, digits] = draw_digits(32)
        g = backward(images, digits, net)
        rate = 0.05
        step.filters = 0.9*step.filters - rate*g.filters
        step.levels = 0.9*step.levels - rate*g.levels
        step.weights = 0.9*step.weights - rate*g.weights
        step.bias = 0.9*step.bias - rate*g.bias
        net.filters += step.filters
        net.levels += step.levels
        net.weights += step.weights
        net.bias += step.bias
    endfor
    [images, digits] = draw_digits(500)
    [maps, sums] = convolve(images, net)
    p = classify(sums, net)
    right = 0
    for i=0..499
        right += p[i,digits[i]] == max(p[i,:]) ? 1 : 0
    endfor
    print right / 5, " % of 500 new digits are read right"
    row = images[:,:,0]
    for i=1..9
        row = horzcat(row, images[:,:,i])
    endfor
    imwrite(output, 255 * min(max(row, 0), 1))
endfunction
