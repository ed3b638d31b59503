% immorphology.q: grey-level morphology with flat structuring elements.
%
% An element is a mask: pixels where it is not 0 take part. Pixels outside the image are ignored. Dilation uses the
% reflected mask, so that erosion and dilation are a pair (P. Soille, Morphological Image Analysis). Images of 8 bits
% (uint8) stay ones, and take a fraction of the time. Pixels that are NaN are passed over, too.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

% --- full boxes ---

% Minimum and maximum over five rows, or columns, at some distances; outside, the pixels of the border go on.
function v = __device__ min_of_five(p, q, r, s, t)
  v = min(min(min(p, q), min(r, s)), t)
endfunction

function [] = minimum_of_rows[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int,
                                 f : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = min_of_five(x[m+a,n,c], x[m+b,n,c], x[m+d,n,c], x[m+e,n,c], x[m+f,n,c])
      endfor
    endfor
  endfor
endfunction

function [] = minimum_of_columns[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int,
                                    f : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = min_of_five(x[m,n+a,c], x[m,n+b,c], x[m,n+d,c], x[m,n+e,c], x[m,n+f,c])
      endfor
    endfor
  endfor
endfunction

function v = __device__ max_of_five(p, q, r, s, t)
  v = max(max(max(p, q), max(r, s)), t)
endfunction

function [] = maximum_of_rows[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int,
                                 f : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = max_of_five(x[m+a,n,c], x[m+b,n,c], x[m+d,n,c], x[m+e,n,c], x[m+f,n,c])
      endfor
    endfor
  endfor
endfunction

function [] = maximum_of_columns[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int,
                                    f : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = max_of_five(x[m,n+a,c], x[m,n+b,c], x[m,n+d,c], x[m,n+e,c], x[m,n+f,c])
      endfor
    endfor
  endfor
endfunction

% The minimum, or the maximum, over `count` rows (columns) from `first` on, which are around the pixel's own one. The
% border stands for what is outside: it is among them, so that it changes nothing. Five windows make one of up to five
% times the size.
function y = extreme_along(x, count : int, first : int, down : int, largest : int)
  y = x
  size_so_far = 1
  before = 0 % where the window of y begins
  while size_so_far < count
    larger = min(5 * size_so_far, count)
    start = min(max(first, -int(larger / 2)), first + count - larger) % its window is a part of the whole one, too
    d = int(min(size_so_far * (0..4), larger - size_so_far)) + start - before
    z = blank(x)
    if down && largest
      maximum_of_rows(y, z, d[0], d[1], d[2], d[3], d[4])
    elseif down
      minimum_of_rows(y, z, d[0], d[1], d[2], d[3], d[4])
    elseif largest
      maximum_of_columns(y, z, d[0], d[1], d[2], d[3], d[4])
    else
      minimum_of_columns(y, z, d[0], d[1], d[2], d[3], d[4])
    endif
    y = z
    size_so_far = larger
    before = start
  endwhile
endfunction

% --- any element ---

% Minimum and maximum over the offsets (down, right) of any element.
function [] = minimum_of_offsets(x : cube'unchecked, y : cube'unchecked, down : ivec'unchecked, right : ivec'unchecked)
  count = numel(down)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        v = x[m+down[0], n+right[0], c]
        for k = 1..count-1
          v = min(v, x[m+down[k], n+right[k], c])
        endfor
        y[m,n,c] = v
      endfor
    endfor
  endfor
endfunction

function [] = maximum_of_offsets(x : cube'unchecked, y : cube'unchecked, down : ivec'unchecked, right : ivec'unchecked)
  count = numel(down)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        v = x[m+down[0], n+right[0], c]
        for k = 1..count-1
          v = max(v, x[m+down[k], n+right[k], c])
        endfor
        y[m,n,c] = v
      endfor
    endfor
  endfor
endfunction

% Minimum and maximum of what is in y and of twenty elements of x, at distances from the place of y in rows of `stride`.
function [] = minimum_of_twenty[T](x : vec[T]'unchecked, y : mat[T]'unchecked, stride : int, a : int, b : int, c : int,
                                   d : int, e : int, f : int, g : int, h : int, i : int, j : int, k : int, l : int,
                                   o : int, q : int, r : int, s : int, t : int, u : int, w : int, z : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      p = m * stride + n
      v0 = min_of_five(x[p+a], x[p+b], x[p+c], x[p+d], x[p+e])
      v1 = min_of_five(x[p+f], x[p+g], x[p+h], x[p+i], x[p+j])
      v2 = min_of_five(x[p+k], x[p+l], x[p+o], x[p+q], x[p+r])
      v3 = min_of_five(x[p+s], x[p+t], x[p+u], x[p+w], x[p+z])
      y[m,n] = min_of_five(y[m,n], v0, v1, v2, v3)
    endfor
  endfor
endfunction

function [] = maximum_of_twenty[T](x : vec[T]'unchecked, y : mat[T]'unchecked, stride : int, a : int, b : int, c : int,
                                   d : int, e : int, f : int, g : int, h : int, i : int, j : int, k : int, l : int,
                                   o : int, q : int, r : int, s : int, t : int, u : int, w : int, z : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      p = m * stride + n
      v0 = max_of_five(x[p+a], x[p+b], x[p+c], x[p+d], x[p+e])
      v1 = max_of_five(x[p+f], x[p+g], x[p+h], x[p+i], x[p+j])
      v2 = max_of_five(x[p+k], x[p+l], x[p+o], x[p+q], x[p+r])
      v3 = max_of_five(x[p+s], x[p+t], x[p+u], x[p+w], x[p+z])
      y[m,n] = max_of_five(y[m,n], v0, v1, v2, v3)
    endfor
  endfor
endfunction

% x with a margin of one value.
function y = with_margin(x, rows : int, columns : int, value : scalar)
  y = blank(x, size_with_margin(x, [rows, columns]))
  fill(y, value)
  extend_inside(x, y, rows, columns)
endfunction

% The offsets of an element's pixels.
function [down, right] = offsets_of(mask : mat, row : int, column : int)
  count = int(sum(mask != 0))
  down = ivec(count)
  right = ivec(count)
  k = 0
  for a = 0..size(mask,0)-1
    for b = 0..size(mask,1)-1
      if mask[a,b] != 0
        down[k] = a + row
        right[k] = b + column
        k += 1
      endif
    endfor
  endfor
endfunction

% The same as distances in rows of `stride` elements, `channels` a pixel, in groups of twenty: the last one stands
% several times.
function distances : ivec = distances_of(down : ivec, right : ivec, stride : int, channels : int)
  distances = ivec(20 * int(ceil(numel(down) / 20)))
  for k = 0..numel(distances)-1
    i = min(k, numel(down)-1)
    distances[k] = down[i] * stride + right[i] * channels
  endfor
endfunction

function [] = check_element(caller : string, x, mask : mat)
  check_image(caller, x)
  if !any(mask)
    error(caller, ": the structuring element has no pixels")
  endif
endfunction

% The same over the pixels of any element, of scalars; and of bytes, which only run side by side where no loop is
% inside.
function y = extreme_of_scalars(inside : cube, sz, down : ivec, right : ivec, largest : int)
  y = uninit(sz)
  if largest
    maximum_of_offsets(inside, y, down, right)
  else
    minimum_of_offsets(inside, y, down, right)
  endif
endfunction

function y = extreme_of_bytes(inside, x, down : ivec, right : ivec, largest : int)
  stride = size(inside,1) * size(inside,2)
  distances = distances_of(down, right, stride, size(inside,2))
  line = reshape(inside, numel(inside))
  found = blank(x, [size(x,0), size(x,1) * size(x,2)])
  fill(found, largest ? 0.0 : 255.0)
  for k = 0..20..numel(distances)-20
    if largest
      maximum_of_twenty(line, found, stride, ...distances[k..k+19])
    else
      minimum_of_twenty(line, found, stride, ...distances[k..k+19])
    endif
  endfor
  y = ndims(x) > 2 ? reshape(found, size(x)) : found
endfunction

function y = extreme_over_pixels(x, mask : mat, row : int, column : int, largest : int)
  rows = max(max(row, size(mask,0) - 1 - row), 0)
  columns = max(max(column, size(mask,1) - 1 - column), 0)
  [down, right] = offsets_of(mask, rows - row, columns - column)
  if is_8bit(x)
    y = extreme_of_bytes(with_margin(x, rows, columns, largest ? 0.0 : 255.0), x, down, right, largest)
  else
    y = extreme_of_scalars(with_margin(x, rows, columns, largest ? -inf : inf), size(x), down, right, largest)
  endif
endfunction

% A NaN would hide a pixel that it is compared with.
function y = without_nan(x : cube, value : scalar)
  y = uninit(size(x))
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        y[m,n,c] = isnan(x[m,n,c]) ? value : x[m,n,c]
      endfor
    endfor
  endfor
endfunction

% The minimum, or the maximum, over the pixels x[m+a-row, n+b-column] of the element.
function y = extreme_over(x, mask : mat, row : int, column : int, largest : int)
  height = size(mask,0)
  width = size(mask,1)
  x = pixels(x)
  if !is_8bit(x) && isnan(sum(x))
    x = without_nan(x, largest ? -inf : inf)
  endif
  if all(mask != 0) && row >= 0 && row < height && column >= 0 && column < width
    y = extreme_along(extreme_along(x, width, -column, false, largest), height, -row, true, largest)
    y = numel(mask) > 1 ? y : copy(y)
  else
    y = extreme_over_pixels(x, mask, row, column, largest)
  endif
endfunction

function y = reflected(mask : mat)
  y = fliplr(flipud(mask))
endfunction

% Function: imerode
% The smallest pixel under the element around each pixel.
%
% :function y = imerode(x, mask, center = floor(size(mask)/2))
%
% Example:
% > y = imerode(im, ones(3,3))
function y = imerode(x, mask : mat, center : ivec2 = int(floor(size(mask)/2)))
  check_element("imerode", x, mask)
  y = extreme_over(x, mask, center[0], center[1], false)
endfunction

% Function: imdilate
% The largest pixel under the reflected element around each pixel.
%
% :function y = imdilate(x, mask, center = floor(size(mask)/2))
%
% Example:
% > y = imdilate(im, ones(3,3))
function y = imdilate(x, mask : mat, center : ivec2 = int(floor(size(mask)/2)))
  check_element("imdilate", x, mask)
  y = extreme_over(x, reflected(mask), size(mask,0) - 1 - center[0], size(mask,1) - 1 - center[1], true)
endfunction

% Function: imopen
% Erosion, then dilation: bright details smaller than the element disappear.
%
% :function y = imopen(x, mask, center = floor(size(mask)/2))
%
% Example:
% > y = imopen(im, ones(5,5))
function y = imopen(x, mask : mat, center : ivec2 = int(floor(size(mask)/2)))
  y = imdilate(imerode(x, mask, center), mask, center)
endfunction

% Function: imclose
% Dilation, then erosion: dark details smaller than the element disappear.
%
% :function y = imclose(x, mask, center = floor(size(mask)/2))
%
% Example:
% > y = imclose(im, ones(5,5))
function y = imclose(x, mask : mat, center : ivec2 = int(floor(size(mask)/2)))
  y = imerode(imdilate(x, mask, center), mask, center)
endfunction
