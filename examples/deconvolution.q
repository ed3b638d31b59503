% Deconvolution: a blurred, noisy photograph made sharp again, in two ways.
%
% The Wiener filter divides by the blur where the blur leaves something to divide, in the frequency domain. Richardson
% and Lucy (1972, 1974) multiply their estimate, again and again, by what is missing in it; it stays positive, and noise
% stays lower when one stops in time.
%
% usage: redshift-cli run deconvolution.q [INPUT [OUTPUT]]

% A Gaussian around (0,0), continued periodically, of sum 1.
function psf = gaussian(rows : int, columns : int, sigma : scalar)
    psf = zeros(rows, columns)
    for m=0..rows-1
        for n=0..columns-1
            dy = min(m, rows-m)
            dx = min(n, columns-n)
            psf[m,n] = exp(-(dx^2 + dy^2) / (2*sigma^2))
        endfor
    endfor
    psf /= sum(psf)
endfunction

% Periodic convolution with a filter that is given by its spectrum.
function y = filter(x : mat, spectrum : cmat)
    y = real(ifft2(fft2(x) .* spectrum))
endfunction

function y = wiener(x : mat, spectrum : cmat, noise_to_signal : scalar)
    y = filter(x, conj(spectrum) ./ (abs(spectrum).^2 + noise_to_signal))
endfunction

function y = richardson_lucy(x : mat, spectrum : cmat, iterations : int)
    y = x
    for i=1..iterations
        ratio = x ./ max(filter(y, spectrum), 1e-3)
        y = y .* filter(ratio, conj(spectrum))
    endfor
endfunction

function [] = main(input = "images/scene.png", output = "deconvolution.png")
    im = imread(input)
    x = mean(im, 2)
    spectrum = fft2(gaussian(size(x,0), size(x,1), 2.0))
    seed(1)
    blurred = max(filter(x, spectrum) + 0.5*randn(size(x)), 0)
    by_wiener = wiener(blurred, spectrum, 3e-3)
    by_lucy = richardson_lucy(blurred, spectrum, 30)
    print "PSNR blurred         ", psnr(blurred, x, 255), " dB"
    print "     Wiener          ", psnr(by_wiener, x, 255), " dB"
    print "     Richardson-Lucy ", psnr(by_lucy, x, 255), " dB"
    result = horzcat(blurred, by_wiener, by_lucy)
    imshow(result)
    imwrite(output, result)
endfunction
