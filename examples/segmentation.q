% Segmentation: a photograph taken apart into regions of one colour each (k-means, Lloyd 1957/1982, in L*a*b*).
%
% Each pixel goes to the nearest centre, each centre to the mean of its pixels, until nothing moves. Pixels are compared
% by colour and a little by place, which keeps regions in one piece.
%
% usage: redshift-cli run segmentation.q [INPUT [OUTPUT [CLUSTERS]]]
import "colortransform.q"

% The features of each pixel: lightness, two colours, and the place.
function x = features(im : cube)
    lab = rgb2lab(im)
    x = zeros(size(im,0), size(im,1), 5)
    x[:,:,0..2] = lab
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            x[m,n,3] = 10 * m / size(im,0)
            x[m,n,4] = 10 * n / size(im,0)
        endfor
    endfor
endfunction

% The nearest centre of each pixel.
function labels = assign(x : cube, centres : mat)
    labels = zeros(size(x,0), size(x,1))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            nearest = 1e30
            for k=0..size(centres,0)-1
                distance = 0.0
                for f=0..4
                    distance += (x[m,n,f] - centres[k,f])^2
                endfor
                if distance < nearest
                    nearest = distance
                    labels[m,n] = k
                endif
            endfor
        endfor
    endfor
endfunction

% The mean of y over the pixels of each label.
function means = average(y : cube, labels : mat, count : int)
    sums = zeros(count, size(y,2))
    pixels = zeros(count)
    for m=0..size(y,0)-1
        for n=0..size(y,1)-1
            pixels[labels[m,n]] += 1
            for f=0..size(y,2)-1
                sums[labels[m,n],f] += y[m,n,f]
            endfor
        endfor
    endfor
    means = sums ./ repmat(transpose(max(pixels, 1)), [1, size(y,2)])
endfunction

function [] = main(input = "images/scene.png", output = "segmentation.png", clusters = 8)
    assert(clusters >= 1 && clusters == floor(clusters), "CLUSTERS has to be a whole number from 1 on, but is ",
           clusters)
    im = imread(input, "rgb")
    x = features(im)
    seed(1)
    centres = zeros(clusters, 5)
    for k=0..clusters-1
        centres[k,:] = x[floor(size(x,0)*rand()), floor(size(x,1)*rand()), :]
    endfor
    moved = 1.0
    rounds = 0
    while moved > 0.01 && rounds < 100
        labels = assign(x, centres)
        next = average(x, labels, clusters)
        moved = max(abs(next - centres))
        centres = next
        rounds += 1
    endwhile
    colours = average(im, labels, clusters)
    result = zeros(size(im))
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            for c=0..2
                result[m,n,c] = colours[labels[m,n],c]
            endfor
        endfor
    endfor
    print rounds, " rounds; PSNR of ", clusters, " colours: ", psnr(result, im, 255), " dB"
    imshow(result)
    imwrite(output, result)
endfunction
