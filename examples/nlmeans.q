% Non-local means: removes noise by averaging pixels whose surroundings look alike.
%
% Each pixel becomes the weighted mean of the pixels in a small window around it. The weight falls with the distance
% between the 3 x 3 patches around both pixels, so that edges and texture stay.
%
% usage: redshift-cli run nlmeans.q [INPUT [OUTPUT]]

function [] = __kernel__ denoise(x : mat'mirror, y : mat'unchecked, r : int, h : scalar, pos : ivec2)
    sum = 0.0
    weights = 0.0
    for dm=-r..r
        for dn=-r..r
            distance = 0.0
            for pm=-1..1
                for pn=-1..1
                    d = x[pos[0]+pm,pos[1]+pn] - x[pos[0]+dm+pm,pos[1]+dn+pn]
                    distance += d*d
                endfor
            endfor
            w = exp(-distance / (9*h*h))
            sum += w * x[pos[0]+dm,pos[1]+dn]
            weights += w
        endfor
    endfor
    y[pos] = sum / weights
endfunction

function [] = main(input = "images/scene.png", output = "nlmeans.png")
    im = imread(input, "rgb")
    clean = 0.299*im[:,:,0] + 0.587*im[:,:,1] + 0.114*im[:,:,2]
    seed(1)
    noisy = clean + 12*randn(size(clean))
    y = uninit(size(clean))
    parallel_do(size(y), noisy, y, 5, 12.0, denoise)
    before = 20*log10(255/sqrt(mean((noisy-clean).^2)))
    after = 20*log10(255/sqrt(mean((y-clean).^2)))
    print "PSNR ", round(before*100)/100, " dB, after ", round(after*100)/100, " dB"
    imshow(noisy)
    imshow(y)
    imwrite(output, y)
endfunction
