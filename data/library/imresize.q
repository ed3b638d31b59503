% imresize.q: images of another size.
%
% Sample centres: pixel k of n reads position (k + 0.5) * N / n - 0.5 of the N old ones; positions outside are those of
% the border. Nothing is smoothed before an image is made smaller.
%
% Rows and columns are interpolated one after the other, from tables: which pixels a new one is made of, and their
% weights. Columns are interpolated in a matrix with the channels of a pixel side by side.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

% --- tables; positions are fractions of whole numbers, so that they are exact ---

% The pixel below position (k + 0.5) * before / after - shift / 2 of each new pixel k, and how far beyond it the
% position is.
function [below, beyond] = positions(before : int, after : int, shift : int)
  below = ivec(after)
  beyond = zeros(after)
  for k = 0..after-1
    p = (2*k + 1) * before - shift * after
    below[k] = int(floor(p / (2*after)))
    beyond[k] = mod(p, 2*after) / (2*after)
  endfor
endfunction

% Pixels of an image of `count` ones, those outside moved to the border; and their elements in a row, for each channel.
function elements = elements_of(pixels : ivec, count : int, channels : int)
  elements = ivec(numel(pixels) * channels)
  for k = 0..numel(pixels)-1
    for c = 0..channels-1
      elements[k*channels + c] = min(max(pixels[k], 0), count-1) * channels + c
    endfor
  endfor
endfunction

function y = for_each_channel(x : vec, channels : int)
  y = uninit(numel(x) * channels)
  for k = 0..numel(x)-1
    for c = 0..channels-1
      y[k*channels + c] = x[k]
    endfor
  endfor
endfunction

% The interpolation kernel of R. Keys, Cubic convolution interpolation, 1981, with a = -0.5.
function w : scalar = __device__ keys_weight(d : scalar)
  t = abs(d)
  w = t <= 1 ? (1.5 * t - 2.5) * t * t + 1 : (t < 2 ? ((-0.5 * t + 2.5) * t - 4) * t + 2 : 0.0)
endfunction

function w : vec = keys_weights(d : vec)
  w = uninit(numel(d))
  for k = 0..numel(d)-1
    w[k] = keys_weight(d[k])
  endfor
endfunction

% --- passes over rows (down) and columns (across) ---

function [] = take_nearest[T](x : mat[T]'unchecked, y : mat'unchecked, i : ivec'unchecked, j : ivec'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      y[m,n] = x[i[m],j[n]]
    endfor
  endfor
endfunction

function [] = take_nearest_pixels[T](x : cube[T]'unchecked, y : cube'unchecked, i : ivec'unchecked, j : ivec'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = x[i[m],j[n],c]
      endfor
    endfor
  endfor
endfunction

function [] = mix_two_across(x : mat'unchecked, y : mat'unchecked, j0 : ivec'unchecked, j1 : ivec'unchecked,
                             t : vec'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      y[m,n] = (1 - t[n]) * x[m,j0[n]] + t[n] * x[m,j1[n]]
    endfor
  endfor
endfunction

function [] = mix_two_down[T](x : cube[T]'unchecked, y : cube'unchecked, i0 : ivec'unchecked, i1 : ivec'unchecked,
                              t : vec'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = (1 - t[m]) * x[i0[m],n,c] + t[m] * x[i1[m],n,c]
      endfor
    endfor
  endfor
endfunction

function [] = mix_four_across(x : mat'unchecked, y : mat'unchecked, j0 : ivec'unchecked, j1 : ivec'unchecked,
                              j2 : ivec'unchecked, j3 : ivec'unchecked, w0 : vec'unchecked, w1 : vec'unchecked,
                              w2 : vec'unchecked, w3 : vec'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      y[m,n] = w0[n] * x[m,j0[n]] + w1[n] * x[m,j1[n]] + w2[n] * x[m,j2[n]] + w3[n] * x[m,j3[n]]
    endfor
  endfor
endfunction

function [] = mix_four_down[T](x : cube[T]'unchecked, y : cube'unchecked, i0 : ivec'unchecked, i1 : ivec'unchecked,
                               i2 : ivec'unchecked, i3 : ivec'unchecked, w0 : vec'unchecked, w1 : vec'unchecked,
                               w2 : vec'unchecked, w3 : vec'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = w0[m] * x[i0[m],n,c] + w1[m] * x[i1[m],n,c] + w2[m] * x[i2[m],n,c] + w3[m] * x[i3[m],n,c]
      endfor
    endfor
  endfor
endfunction

function y = resized_down(x, rows : int, method : string)
  before = size(x,0)
  y = ndims(x) > 2 ? uninit(rows, size(x,1), size(x,2)) : uninit(rows, size(x,1))
  [i, t] = positions(before, rows, 1)
  e0 = elements_of(i, before, 1)
  e1 = elements_of(i+1, before, 1)
  if method == "bilinear"
    mix_two_down(x, y, e0, e1, t)
  else
    mix_four_down(x, y, elements_of(i-1, before, 1), e0, e1, elements_of(i+2, before, 1),
                  keys_weights(t+1), keys_weights(t), keys_weights(1-t), keys_weights(2-t))
  endif
endfunction

% x: the channels of a pixel side by side.
function y = resized_across(x : mat, columns : int, channels : int, method : string)
  before = int(size(x,1) / channels)
  y = uninit(size(x,0), columns * channels)
  [j, t] = positions(before, columns, 1)
  e0 = elements_of(j, before, channels)
  e1 = elements_of(j+1, before, channels)
  if method == "bilinear"
    mix_two_across(x, y, e0, e1, for_each_channel(t, channels))
  else
    mix_four_across(x, y, elements_of(j-1, before, channels), e0, e1, elements_of(j+2, before, channels),
                    for_each_channel(keys_weights(t+1), channels), for_each_channel(keys_weights(t), channels),
                    for_each_channel(keys_weights(1-t), channels), for_each_channel(keys_weights(2-t), channels))
  endif
endfunction

function y = resized_to_nearest(x, rows : int, columns : int)
  i = elements_of(positions(size(x,0), rows, 0), size(x,0), 1)
  j = elements_of(positions(size(x,1), columns, 0), size(x,1), 1)
  if ndims(x) > 2
    y = uninit(rows, columns, size(x,2))
    take_nearest_pixels(x, y, i, j)
  else
    y = uninit(rows, columns)
    take_nearest(x, y, i, j)
  endif
endfunction

% With several channels, rows come first, because the image would have to be copied to be a matrix; a result that nobody
% else holds needs no copy. Else what is less work comes first. Bytes are made scalars by what comes first.
function y = resized(x, rows : int, columns : int, method : string)
  if method == "nearest"
    y = resized_to_nearest(x, rows, columns)
  elseif ndims(x) > 2
    channels = size(x,2)
    y = reshape(resized_across(reshape(resized_down(x, rows, method), [rows, size(x,1) * channels]), columns, channels,
                               method),
                [rows, columns, channels])
  elseif rows < size(x,0) || is_8bit(x)
    y = resized_across(resized_down(x, rows, method), columns, 1, method)
  else
    y = resized_down(resized_across(x, columns, 1, method), rows, method)
  endif
endfunction

% Function: imresize
% The image in another size.
%
% :function y = imresize(x, s, method = "bilinear")
%
% Parameters:
% x - a vector, matrix or cube; the result has as many dimensions
% s - a factor: each side becomes round(s*N), at least 1; or the new size [rows, columns]
% method - "nearest", "bilinear" or "bicubic"
%
% Example:
% > small = imresize(im, 0.5)
% > large = imresize(im, [1080, 1920], "bicubic")
function y = imresize(x, s, method : string = "bilinear")
  check_image("imresize", x)
  if isscalar(s)
    if !(s > 0)
      error("imresize: the factor has to be larger than 0, it is ", s)
    endif
    rows = max(1, int(round(s * size(x,0))))
    columns = max(1, int(round(s * size(x,1))))
  elseif numel(s) == 2
    rows = int(s[0])
    columns = int(s[1])
  else
    error("imresize: the new size is a factor or [rows, columns]")
  endif
  if rows < 1 || columns < 1 || numel(x) == 0
    error("imresize: an image of ", rows, " x ", columns, " pixels can't be made from one of ", size(x,0), " x ",
          size(x,1))
  endif
  if method != "nearest" && method != "bilinear" && method != "bicubic"
    error("imresize: the method `", method, "` is not known; use nearest, bilinear or bicubic")
  endif
  y = resized(pixels(x), rows, columns, method)
endfunction
