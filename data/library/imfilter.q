% imfilter.q: linear filters.
%
% Filters are correlations (the mask is not reflected); every channel is filtered alone. Masks that are the product of
% a column and a row are applied in two passes.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

% --- correlation: y[m,n] = sum of mask[a,b] * x[m+a-row, n+b-column], one function a boundary ---

function y = correlate_mirror(x : cube'mirror, mask : mat'unchecked, row : int, column : int)
  y = uninit(size(x))
  height = size(mask,0)
  width = size(mask,1)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        total = 0.0
        for a = 0..height-1
          for b = 0..width-1
            total += mask[a,b] * x[m+a-row, n+b-column, c]
          endfor
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
endfunction

function y = correlate_circular(x : cube'circular, mask : mat'unchecked, row : int, column : int)
  y = uninit(size(x))
  height = size(mask,0)
  width = size(mask,1)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        total = 0.0
        for a = 0..height-1
          for b = 0..width-1
            total += mask[a,b] * x[m+a-row, n+b-column, c]
          endfor
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
endfunction

function y = correlate_clamped(x : cube'clamped, mask : mat'unchecked, row : int, column : int)
  y = uninit(size(x))
  height = size(mask,0)
  width = size(mask,1)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        total = 0.0
        for a = 0..height-1
          for b = 0..width-1
            total += mask[a,b] * x[m+a-row, n+b-column, c]
          endfor
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
endfunction

function y = correlate_zeros(x : cube'safe, mask : mat'unchecked, row : int, column : int)
  y = uninit(size(x))
  height = size(mask,0)
  width = size(mask,1)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        total = 0.0
        for a = 0..height-1
          for b = 0..width-1
            total += mask[a,b] * x[m+a-row, n+b-column, c]
          endfor
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
endfunction

function y = correlate(x, mask, row : int, column : int, boundary : string)
  match boundary with
  | "mirror" -> y = correlate_mirror(x, mask, row, column)
  | "circular" -> y = correlate_circular(x, mask, row, column)
  | "clamped" -> y = correlate_clamped(x, mask, row, column)
  | _ -> y = correlate_zeros(x, mask, row, column)
  endmatch
endfunction

% --- separable masks ---

% A column and a row whose product is mask to 1e-6 of its largest element; found is false when there are none.
function [found, column, row] = separate(mask : mat)
  largest = 0.0
  p = 0
  q = 0
  for a = 0..size(mask,0)-1
    for b = 0..size(mask,1)-1
      if abs(mask[a,b]) > largest
        largest = abs(mask[a,b])
        p = a
        q = b
      endif
    endfor
  endfor
  column = mask[:,q]
  row = largest > 0 ? mask[p,:] / mask[p,q] : mask[p,:]
  found = max(abs(mask - column * row)) <= 1e-6 * largest
endfunction

% Function: imfilter
% Correlation of each channel with a mask: y[i,j] is the sum of mask[a,b] * x[i+a-center[0], j+b-center[1]].
%
% :function y = imfilter(x, mask, center = floor(size(mask)/2), boundary = "mirror")
%
% Parameters:
% x - an image, a matrix or a vector
% mask - a matrix; a vector is one row
% center - the element of the mask that lies on the pixel
% boundary - "mirror", "circular", "clamped" or "zeros"
%
% Reference: R. C. Gonzalez, R. E. Woods, Digital Image Processing.
%
% Example:
% > y = imfilter(im, ones(5,5)/25)
function y = imfilter(x, mask : mat, center : ivec2 = int(floor(size(mask)/2)), boundary : string = "mirror")
  check_image("imfilter", x)
  check_boundary("imfilter", boundary)
  if numel(mask) == 0
    error("imfilter: the mask is empty")
  endif
  height = size(mask,0)
  width = size(mask,1)
  if height > 1 && width > 1 && height * width >= 25
    [found, column, row] = separate(mask)
    if found
      between = correlate(x, row, 0, center[1], boundary)
      y = correlate(between, column, center[0], 0, boundary)
    else
      y = correlate(x, mask, center[0], center[1], boundary)
    endif
  else
    y = correlate(x, mask, center[0], center[1], boundary)
  endif
endfunction

% --- Gaussian ---

% The taps of a Gaussian as a row; their sum is 1.
function taps : vec = gaussian_taps(caller : string, n : int, sigma : scalar)
  if !(sigma > 0)
    error(caller, ": sigma has to be larger than 0, it is ", sigma)
  endif
  taps = zeros(n)
  for k = 0..n-1
    d = k - (n - 1) / 2
    taps[k] = exp(-d * d / (2 * sigma * sigma))
  endfor
  taps = taps / sum(taps)
endfunction

% Function: gaussian_kernel
% The n x n mask of a Gaussian; its sum is 1.
%
% :function mask = gaussian_kernel(n : int, sigma : scalar)
%
% Example:
% > y = imfilter(im, gaussian_kernel(7, 1.5))
function mask = gaussian_kernel(n : int, sigma : scalar)
  taps = gaussian_taps("gaussian_kernel", n, sigma)
  mask = transpose(taps) * taps
endfunction

% The same taps along rows and columns; of a vector, along itself.
function y = correlate_both(x, taps : vec, radius : int, boundary : string)
  between = correlate(x, taps, 0, radius, boundary)
  y = ndims(x) > 1 ? correlate(between, transpose(taps), radius, 0, boundary) : between
endfunction

% Function: gaussian_filter
% Smooths (blurs) each channel with a Gaussian, down the columns and along the rows; a vector along itself.
%
% :function y = gaussian_filter(x, sigma : scalar, n : int = 0, boundary = "mirror")
%
% Parameters:
% sigma - standard deviation in pixels
% n - number of taps; an even one is raised by one; 0 takes 2*ceil(3*sigma)+1
%
% Example:
% > y = gaussian_filter(im, 2.0)
function y = gaussian_filter(x, sigma : scalar, n : int = 0, boundary : string = "mirror")
  check_image("gaussian_filter", x)
  check_boundary("gaussian_filter", boundary)
  if n < 0
    error("gaussian_filter: the number of taps can't be negative")
  endif
  count = n == 0 ? 2 * int(ceil(3 * sigma)) + 1 : n + 1 - mod(n, 2)
  taps = gaussian_taps("gaussian_filter", count, sigma)
  radius = int((count - 1) / 2)
  y = correlate_both(x, taps, radius, boundary)
endfunction

% Function: average_filter
% Blurs by the mean over windows of (2r+1) x (2r+1) pixels.
%
% :function y = average_filter(x, r : int, boundary = "mirror")
%
% Example:
% > y = average_filter(im, 4)
function y = average_filter(x, r : int, boundary : string = "mirror")
  check_image("average_filter", x)
  check_boundary("average_filter", boundary)
  if r < 0
    error("average_filter: the radius can't be negative")
  endif
  y = correlate_both(x, ones(2 * r + 1) / (2 * r + 1), r, boundary)
endfunction

% What the difference of the two neighbours is multiplied with: they are two pixels apart, one at the border.
function w : vec = difference_weights(n : int)
  w = 0.5 * ones(n)
  w[0] = 1
  w[n-1] = 1
endfunction

% Function: gradient
% Central differences divided by 2 down the rows and along the columns; one-sided differences at the border.
%
% :function [gy, gx] = gradient(x)
%
% Example:
% > [gy, gx] = gradient(rgb2gray(im))
function [gy, gx] = gradient(x : cube'clamped)
  gy = uninit(size(x))
  gx = uninit(size(x))
  down = difference_weights(size(x,0))
  right = difference_weights(size(x,1))
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        gy[m,n,c] = down[m] * (x[m+1,n,c] - x[m-1,n,c])
        gx[m,n,c] = right[n] * (x[m,n+1,c] - x[m,n-1,c])
      endfor
    endfor
  endfor
endfunction
