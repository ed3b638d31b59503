% Denoising by four methods, compared in one figure.
%
% Smoothing takes detail away with the noise; a median keeps edges; wavelet coefficients that are small are noise more
% likely than picture (Donoho and Johnstone, 1994); and non-local means averages what looks alike (Buades, Coll and
% Morel, 2005).
%
% usage: redshift-cli run --figures DIR denoising.q [INPUT]
import "imfilter.q"
import "immedfilt.q"
import "dwt.q"
import "nlmeans.q"

% Soft threshold: what is nearer to zero than t becomes zero, the rest moves towards it by t.
function y = shrink(x, t : scalar)
    y = sign(x) .* max(abs(x) - t, 0)
endfunction

function y : mat = denoise_by_wavelets(x : mat, sigma : scalar)
    bands = dwt2d(x, db4, 4)
    for scale=0..3
        bands[scale] = shrink(bands[scale], 1.6*sigma)
    endfor
    y = idwt2d(bands, db4, 4)
endfunction

function y : mat = denoise_by_likeness(x : mat, sigma : scalar)
    y = uninit(size(x))
    parallel_do(size(y), x, y, 5, sigma, denoise)
endfunction

function [] = main(input = "images/scene.png")
    clean = imread(input, "rgb")[:,:,1]
    whole = 16 * floor(size(clean) / 16)   % four scales of wavelets halve each size four times
    clean = clean[0..whole[0]-1, 0..whole[1]-1]
    sigma = 12.0
    seed(1)
    noisy = clean + sigma*randn(size(clean))
    names = {"noisy", "Gaussian", "median", "wavelets", "non-local means"}
    results = {noisy, gaussian_filter(noisy, 1.2), immedfilt(noisy, 1), denoise_by_wavelets(noisy, sigma),
               denoise_by_likeness(noisy, sigma)}
    figure()
    for i=0..4
        quality = sprintf("%s: %.1f dB", names[i], psnr(results[i], clean, 255))
        print quality
        subplot(2, 3, i+1)
        imshow(results[i], [0,255])
        title(quality)
    endfor
endfunction
