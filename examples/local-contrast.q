% Local contrast enhancement of a photograph.
%
% Every pixel is compared with the mean and the standard deviation of the brightness around it. Where the surroundings
% are flat, the difference is amplified, and shadows and haze open up; where they are lively, little happens. Colours
% keep their ratio to the brightness.
%
% usage: redshift-cli run local-contrast.q [INPUT [OUTPUT]]

% Mean over the columns n-r..n+r; mirrored at the border.
function [] = __kernel__ mean_of_row(x : mat'mirror, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        sum += x[pos[0],pos[1]+k]
    endfor
    y[pos] = sum / (2*r+1)
endfunction

% Mean over the rows m-r..m+r.
function [] = __kernel__ mean_of_column(x : mat'mirror, y : mat'unchecked, r : int, pos : ivec2)
    sum = 0.0
    for k=-r..r
        sum += x[pos[0]+k,pos[1]]
    endfor
    y[pos] = sum / (2*r+1)
endfunction

function y = local_mean(x : mat, r : int)
    t = uninit(size(x))
    y = uninit(size(x))
    parallel_do(size(x), x, t, r, mean_of_row)
    parallel_do(size(x), t, y, r, mean_of_column)
endfunction

function y = enhance(im : cube, r : int, strength : scalar)
    light = 0.299*im[:,:,0] + 0.587*im[:,:,1] + 0.114*im[:,:,2]
    mu = local_mean(light, r)
    deviation = sqrt(max(local_mean(light.*light, r) - mu.*mu, 0.0))

    y = uninit(size(im))
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            gain = 1.0 + strength * 20.0 / (deviation[m,n] + 20.0)
            target = mu[m,n] + gain * (light[m,n] - mu[m,n])
            ratio = max(target, 0.0) / max(light[m,n], 1.0)
            for k=0..2
                y[m,n,k] = min(im[m,n,k] * ratio, 255.0)
            endfor
        endfor
    endfor
endfunction

function [] = main(input = "images/scene.png", output = "local-contrast.png")
    im = imread(input, "rgb")
    tic()
    y = enhance(im, 24, 1.6)
    syncthreads(host)
    print "enhanced ", size(im,0), " x ", size(im,1), " pixels in ", round(toc("")), " ms"
    imshow(im)
    imshow(y)
    imwrite(output, y)
endfunction
