% colored_noise.q: normal noise with a given power spectrum.
%
% SPDX-License-Identifier: Apache-2.0

% Function: generate_psd
% A power spectrum on the grid of fft2 from a function of the distance to frequency 0, in cycles a pixel.
%
% :function psd = generate_psd(sz : ivec2, fn)
%
% Example:
% > psd = generate_psd([256,256], d -> 1 / (0.01 + d^2))
function psd = generate_psd(sz : ivec2, fn)
  psd = zeros(sz[0], sz[1])
  for m = 0..sz[0]-1
    for n = 0..sz[1]-1
      p = min(m, sz[0] - m) / sz[0]
      q = min(n, sz[1] - n) / sz[1]
      psd[m,n] = fn(sqrt(p * p + q * q))
    endfor
  endfor
endfunction

% Function: cgn_rand
% Normal noise of mean 0 whose power spectrum is psd; a spectrum of ones gives white noise of variance 1.
%
% :function y = cgn_rand(sz : ivec2, psd : mat)
%
% Example:
% > y = cgn_rand([256,256], generate_psd([256,256], d -> exp(-20 * d)))
function y = cgn_rand(sz : ivec2, psd : mat)
  if size(psd,0) != sz[0] || size(psd,1) != sz[1]
    error("cgn_rand: the spectrum has ", size(psd,0), " x ", size(psd,1), " elements, the noise ", sz[0], " x ", sz[1])
  endif
  y = real(ifft2(fft2(randn(sz[0], sz[1])) .* sqrt(psd)))
endfunction
