% colored_noise.q: normal noise with a given power spectrum.
%
% SPDX-License-Identifier: Apache-2.0

% Function: generate_psd
% A power spectrum on the grid of fft2 from a function of the distance to frequency 0, in cycles a pixel. Further
% arguments are passed on to the function; for one that takes the distance alone they are a gain and an offset: gain *
% fn(d) + offset.
%
% :function psd = generate_psd(sz : ivec2, fn, gain, offset)
%
% Example:
% > psd = generate_psd([256,256], d -> 1 / (0.01 + d^2))
% > psd = generate_psd([256,256], d -> exp(-20 * d), 4, 0.1)
function psd = generate_psd(sz : ivec2, fn, ...more)
  at = fn
  if numel(more) == 2 && type(fn, "[?? -> ??]")
    gain = more[0]
    offset = more[1]
    at = d -> gain * fn(d) + offset
  elseif numel(more) > 0
    at = d -> fn(d, ...more)
  endif
  psd = zeros(sz[0], sz[1])
  for m = 0..sz[0]-1
    for n = 0..sz[1]-1
      p = min(m, sz[0] - m) / sz[0]
      q = min(n, sz[1] - n) / sz[1]
      psd[m,n] = at(sqrt(p * p + q * q))
    endfor
  endfor
endfunction

% Function: cgn_rand
% Normal noise of mean 0 whose power spectrum is psd, a matrix or what generate_psd takes to make one; a spectrum of
% ones gives white noise of variance 1.
%
% :function y = cgn_rand(sz : ivec2, psd)
%
% Example:
% > y = cgn_rand([256,256], generate_psd([256,256], d -> exp(-20 * d)))
% > y = cgn_rand([256,256], d -> exp(-20 * d), 4, 0.1)
function y = cgn_rand(sz : ivec2, psd, ...more)
  spectrum = ismatrix(psd) ? psd : generate_psd(sz, psd, ...more)
  if size(spectrum,0) != sz[0] || size(spectrum,1) != sz[1]
    error("cgn_rand: the spectrum has ", size(spectrum,0), " x ", size(spectrum,1), " elements, the noise ", sz[0],
          " x ", sz[1])
  endif
  y = real(ifft2(fft2(randn(sz[0], sz[1])) .* sqrt(spectrum)))
endfunction
