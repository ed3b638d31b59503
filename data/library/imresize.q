% imresize.q: images of another size.
%
% Sample centres: pixel k of n reads position (k + 0.5) * N / n - 0.5 of the N old ones; positions outside are those of
% the border. Nothing is smoothed before an image is made smaller.
%
% SPDX-License-Identifier: Apache-2.0

function [] = resize_nearest(x : cube'clamped, y : cube'unchecked)
  rows = size(x,0) / size(y,0)
  columns = size(x,1) / size(y,1)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = x[int(floor((m + 0.5) * rows)), int(floor((n + 0.5) * columns)), c]
      endfor
    endfor
  endfor
endfunction

function [] = resize_bilinear(x : cube'clamped, y : cube'unchecked)
  rows = size(x,0) / size(y,0)
  columns = size(x,1) / size(y,1)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        p = (m + 0.5) * rows - 0.5
        q = (n + 0.5) * columns - 0.5
        i = int(floor(p))
        j = int(floor(q))
        s = p - i
        t = q - j
        y[m,n,c] = (1 - s) * ((1 - t) * x[i,j,c] + t * x[i,j+1,c]) + s * ((1 - t) * x[i+1,j,c] + t * x[i+1,j+1,c])
      endfor
    endfor
  endfor
endfunction

% The interpolation kernel of R. Keys, Cubic convolution interpolation, 1981, with a = -0.5.
function w : scalar = __device__ keys_weight(d : scalar)
  t = abs(d)
  w = t <= 1 ? (1.5 * t - 2.5) * t * t + 1 : (t < 2 ? ((-0.5 * t + 2.5) * t - 4) * t + 2 : 0.0)
endfunction

function [] = resize_bicubic(x : cube'clamped, y : cube'unchecked)
  rows = size(x,0) / size(y,0)
  columns = size(x,1) / size(y,1)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        p = (m + 0.5) * rows - 0.5
        q = (n + 0.5) * columns - 0.5
        i = int(floor(p))
        j = int(floor(q))
        total = 0.0
        for a = -1..2
          for b = -1..2
            total += keys_weight(p - i - a) * keys_weight(q - j - b) * x[i+a,j+b,c]
          endfor
        endfor
        y[m,n,c] = total
      endfor
    endfor
  endfor
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
  if isscalar(s)
    rows = max(1, int(round(s * size(x,0))))
    columns = max(1, int(round(s * size(x,1))))
  elseif numel(s) == 2
    rows = int(s[0])
    columns = int(s[1])
  else
    error("imresize: the new size is a factor or [rows, columns]")
  endif
  if rows < 1 || columns < 1 || numel(x) == 0
    error("imresize: an image of ", rows, " x ", columns, " pixels can't be made from one of ", size(x,0), " x ", size(x,1))
  endif
  y = ndims(x) > 2 ? uninit(rows, columns, size(x,2)) : uninit(rows, columns)
  match method with
  | "nearest" -> resize_nearest(x, y)
  | "bilinear" -> resize_bilinear(x, y)
  | "bicubic" -> resize_bicubic(x, y)
  | _ -> error("imresize: the method `", method, "` is not known; use nearest, bilinear or bicubic")
  endmatch
endfunction
