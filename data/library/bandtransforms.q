% bandtransforms.q: transforms by windows in the frequency domain, whose squares add up to 1.
%
% Both are Parseval frames: the squares of all coefficients add up to those of the image, and the inverse is the
% adjoint. Bands that are limited to half of the frequencies have half of the rows and columns (rounded up), and so on;
% images have any size. Frequencies are in units of the Nyquist frequency.
%
% SPDX-License-Identifier: Apache-2.0

% --- spectra ---

% The frequencies of the elements of a discrete Fourier transform: 0, 2/n, ..., -2/n.
function f : vec = dft_frequencies(n : int)
  f = zeros(n)
  for i = 0..n-1
    f[i] = 2*(i < n/2 ? i : i-n)/n
  endfor
endfunction

% Where the m lowest frequencies are among n.
function p : vec = dft_lowest(n : int, m : int)
  p = zeros(m)
  for i = 0..m-1
    p[i] = i < m/2 ? i : i-m+n
  endfor
endfunction

% The lowest frequencies of a spectrum, scaled so that the sum of squares of the samples is kept.
function Y = spectrum_crop(X, sz)
  rows = dft_lowest(size(X,0), sz[0])
  columns = dft_lowest(size(X,1), sz[1])
  scale = sqrt(sz[0]*sz[1]/(size(X,0)*size(X,1)))
  Y = czeros(sz[0], sz[1])
  for i = 0..sz[0]-1
    for j = 0..sz[1]-1
      Y[i,j] = scale*X[rows[i], columns[j]]
    endfor
  endfor
endfunction

% The adjoint: the other frequencies are 0.
function X = spectrum_pad(Y, sz)
  rows = dft_lowest(sz[0], size(Y,0))
  columns = dft_lowest(sz[1], size(Y,1))
  scale = sqrt(sz[0]*sz[1]/(size(Y,0)*size(Y,1)))
  X = czeros(sz[0], sz[1])
  for i = 0..size(Y,0)-1
    for j = 0..size(Y,1)-1
      X[rows[i], columns[j]] = scale*Y[i,j]
    endfor
  endfor
endfunction

% Rises from 0 at r = 1/2 to 1 at r = 1, so that rise(r)^2 + rise(1/(2r))^2 = 1 in between.
function y : scalar = __device__ window_rise(r : scalar)
  y = r <= 0.5 ? 0.0 : (r >= 1 ? 1.0 : cos(0.5*pi*log2(r)))
endfunction

% --- the steerable pyramid ---

% The radius of each frequency.
function r : mat = radial_frequencies(sz)
  fy = dft_frequencies(sz[0])
  fx = dft_frequencies(sz[1])
  r = zeros(sz[0], sz[1])
  for i = 0..sz[0]-1
    for j = 0..sz[1]-1
      r[i,j] = sqrt(fy[i]*fy[i] + fx[j]*fx[j])
    endfor
  endfor
endfunction

% High and low part of a split at the radius c.
function [high : mat, low : mat] = radial_split(r : mat, c : scalar)
  high = zeros(size(r,0), size(r,1))
  low = zeros(size(r,0), size(r,1))
  for i = 0..size(r,0)-1
    for j = 0..size(r,1)-1
      h = window_rise(r[i,j]/c)
      high[i,j] = h
      low[i,j] = sqrt(max(0, 1 - h*h))
    endfor
  endfor
endfunction

% The angular windows: a * cos(t - pi*k/K)^(K-1), the squares of which add up to 1.
function g = angular_windows(sz, K : int)
  fy = dft_frequencies(sz[0])
  fx = dft_frequencies(sz[1])
  a = 2.0^(K-1)*factorial(K-1)/sqrt(K*factorial(2*(K-1)))
  g = cell(K)
  for k = 0..K-1
    w = zeros(sz[0], sz[1])
    cy = sin(pi*k/K)
    cx = cos(pi*k/K)
    for i = 0..sz[0]-1
      for j = 0..sz[1]-1
        r = sqrt(fy[i]*fy[i] + fx[j]*fx[j])
        c = r > 0 ? (fx[j]*cx + fy[i]*cy)/r : 0.0
        w[i,j] = K == 1 ? 1.0 : a*c^(K-1)
      endfor
    endfor
    g[k] = w
  endfor
endfunction

% The windows of the pyramid: high and low of the first split, then for each scale high, low and orientations.
function p = stp_windows(sz, K : int, J : int)
  p = object()
  [high, low] = radial_split(radial_frequencies(sz), 1.0)
  p.high = high
  p.low = low
  p.scales = cell(J)
  n = sz
  for j = 0..J-1
    s = object()
    s.size = n
    [high, low] = radial_split(radial_frequencies(n), 0.5)
    s.high = high
    s.low = low
    s.angular = angular_windows(n, K)
    p.scales[j] = s
    n = [ceil(n[0]/2), ceil(n[1]/2)]
  endfor
  p.last = n
  % Odd windows are made imaginary, so that bands are real.
  p.phase = [complex(1,0), complex(0,-1), complex(-1,0), complex(0,1)][mod(K-1, 4)]
  p.K = K
  p.J = J
endfunction

function w = stp_analyse(x, p)
  assert(size(x,0) == size(p.high,0) && size(x,1) == size(p.high,1) && size(x,2) == 1,
         "stp: the image has to have the size that the transform was made for")
  X = fft2(x)
  w = cell(p.J+2)
  w[0] = real(ifft2(X.*p.high))
  X = X.*p.low
  for j = 0..p.J-1
    s = p.scales[j]
    H = X.*s.high*p.phase
    bands = cell(p.K)
    for k = 0..p.K-1
      bands[k] = real(ifft2(H.*s.angular[k]))
    endfor
    w[j+1] = bands
    X = spectrum_crop(X.*s.low, [ceil(s.size[0]/2), ceil(s.size[1]/2)])
  endfor
  w[p.J+1] = real(ifft2(X))
endfunction

function x = stp_synthesise(w, p)
  X = fft2(w[p.J+1])
  for j = p.J-1..-1..0
    s = p.scales[j]
    H = czeros(s.size[0], s.size[1])
    for k = 0..p.K-1
      H = H + fft2(w[j+1][k]).*s.angular[k]
    endfor
    X = spectrum_pad(X, s.size).*s.low + H.*s.high*conj(p.phase)
  endfor
  x = real(ifft2(X.*p.low + fft2(w[0]).*p.high))
endfunction

% Function: build_stp
% The steerable pyramid of images of size sz with K orientations over J scales (E. P. Simoncelli, W. T. Freeman, 1995):
% w[0] are the highest frequencies, w[j+1][k] is orientation k of scale j, w[J+1] the lowpass. Orientation 0 answers to
% horizontal waves, and the following ones are turned by pi/K each.
%
% :function [S, S_H] = build_stp(sz, K : int, J : int)
%
% Example:
% > [S, S_H] = build_stp(size(x), 4, 3)
% > y = S_H(S(x))
function [S, S_H] = build_stp(sz, K : int, J : int)
  assert(K >= 1 && K <= 16 && J >= 0, "build_stp: K has to be from 1 to 16, and J at least 0")
  p = stp_windows([int(sz[0]), int(sz[1])], K, J)
  S = x -> stp_analyse(x, p)
  S_H = w -> stp_synthesise(w, p)
endfunction

% --- the shearlet transform ---

% The direction of a frequency as a number from 0 to 4, which grows by slopes: those of the cone around the x-axis are
% around 0, those of the cone around the y-axis around 2. Opposite frequencies have the same direction.
function u : scalar = __device__ shear_direction(fy : scalar, fx : scalar)
  u = 0.0
  if abs(fx) >= abs(fy)
    if fx != 0
      u = fy/fx
    endif
  else
    u = 2 - fx/fy
  endif
  u = mod(u, 4)
endfunction

% The square of window k of K at direction u: 1 in its middle, and together with its neighbour 1 in between.
function y : scalar = __device__ shear_window(u : scalar, k : scalar, K : scalar)
  d = abs(mod(u - 4*k/K + 2, 4) - 2)*K/4
  c = d < 1 ? cos(0.5*pi*d*d*(3 - 2*d)) : 0.0
  y = K == 1 ? 1.0 : c*c
endfunction

% The largest coordinate of each frequency.
function r : mat = square_frequencies(sz)
  fy = dft_frequencies(sz[0])
  fx = dft_frequencies(sz[1])
  r = zeros(sz[0], sz[1])
  for i = 0..sz[0]-1
    for j = 0..sz[1]-1
      r[i,j] = max(abs(fy[i]), abs(fx[j]))
    endfor
  endfor
endfunction

% The directional windows. At the Nyquist frequencies, which are their own opposites, a window and its mirror image
% share, so that bands are real.
function g = shear_windows(sz, K : int)
  fy = dft_frequencies(sz[0])
  fx = dft_frequencies(sz[1])
  g = cell(K)
  for k = 0..K-1
    w = zeros(sz[0], sz[1])
    for i = 0..sz[0]-1
      for j = 0..sz[1]-1
        a = shear_window(shear_direction(fy[i], fx[j]), k, K)
        b = shear_window(shear_direction(fy[mod(sz[0]-i, sz[0])], fx[mod(sz[1]-j, sz[1])]), k, K)
        w[i,j] = sqrt(0.5*(a + b))
      endfor
    endfor
    g[k] = w
  endfor
endfunction

% For each scale the radial window of its bands and the directional ones, then the lowpass.
function p = dst_windows(sz, K : int, J : int)
  p = object()
  p.size = sz
  p.scales = cell(J)
  n = sz
  for j = 0..J-1
    s = object()
    s.size = n
    [high, low] = radial_split(square_frequencies(n), 0.5)
    s.high = high
    s.low = low
    s.directions = shear_windows(n, K)
    p.scales[j] = s
    n = [ceil(n[0]/2), ceil(n[1]/2)]
  endfor
  p.K = K
  p.J = J
endfunction

function w = dst_analyse(x, p)
  assert(size(x,0) == p.size[0] && size(x,1) == p.size[1] && size(x,2) == 1,
         "dst2d: the image has to have the size that the transform was made for")
  X = fft2(x)
  w = cell(p.J+1)
  for j = 0..p.J-1
    s = p.scales[j]
    bands = cell(p.K)
    for k = 0..p.K-1
      bands[k] = real(ifft2(X.*s.high.*s.directions[k]))
    endfor
    w[j] = bands
    X = spectrum_crop(X.*s.low, [ceil(s.size[0]/2), ceil(s.size[1]/2)])
  endfor
  w[p.J] = real(ifft2(X))
endfunction

function x = dst_synthesise(w, p)
  X = fft2(w[p.J])
  for j = p.J-1..-1..0
    s = p.scales[j]
    H = czeros(s.size[0], s.size[1])
    for k = 0..p.K-1
      H = H + fft2(w[j][k]).*s.directions[k]
    endfor
    X = spectrum_pad(X, s.size).*s.low + H.*s.high
  endfor
  x = real(ifft2(X))
endfunction

% Function: build_energyweighted_dst2d
% A shearlet transform of images of size sz, with K directions over J scales: w[j][k] is direction k of scale j, w[J]
% the lowpass. The windows are band-limited, those of one cone are sheared copies of each other, and their squares add
% up to 1 (after B. Goossens, J. Aelterman, H. Luong, A. Pizurica, W. Philips, 2009).
%
% :function [S, S_H] = build_energyweighted_dst2d(sz, K : int, J : int)
%
% Example:
% > [S, S_H] = build_energyweighted_dst2d(size(x), 8, 3)
% > y = S_H(S(x))
function [S, S_H] = build_energyweighted_dst2d(sz, K : int, J : int)
  assert(K >= 1 && J >= 0, "build_energyweighted_dst2d: K has to be at least 1, and J at least 0")
  p = dst_windows([int(sz[0]), int(sz[1])], K, J)
  S = x -> dst_analyse(x, p)
  S_H = w -> dst_synthesise(w, p)
endfunction
