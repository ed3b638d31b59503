% immorphology.q: grey-level morphology with flat structuring elements.
%
% An element is a mask: pixels where it is not 0 take part. Pixels outside the image are ignored. Dilation uses the
% reflected mask, so that erosion and dilation are a pair (P. Soille, Morphological Image Analysis). Images of 8 bits
% (uint8) stay ones, and take a fraction of the time under elements that are the union of a few full boxes (discs, crosses).
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

% --- full boxes ---

% Minimum and maximum over five rows, or columns, at some distances; outside, the pixels of the border go on.
function v = __device__ min_of_five(p, q, r, s, t)
  v = min(min(min(p, q), min(r, s)), t)
endfunction

function [] = minimum_of_rows[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int, f : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = min_of_five(x[m+a,n,c], x[m+b,n,c], x[m+d,n,c], x[m+e,n,c], x[m+f,n,c])
      endfor
    endfor
  endfor
endfunction

function [] = minimum_of_columns[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int, f : int)
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

function [] = maximum_of_rows[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int, f : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = max_of_five(x[m+a,n,c], x[m+b,n,c], x[m+d,n,c], x[m+e,n,c], x[m+f,n,c])
      endfor
    endfor
  endfor
endfunction

function [] = maximum_of_columns[T](x : cube[T]'clamped, y : cube[T]'unchecked, a : int, b : int, d : int, e : int, f : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = max_of_five(x[m,n+a,c], x[m,n+b,c], x[m,n+d,c], x[m,n+e,c], x[m,n+f,c])
      endfor
    endfor
  endfor
endfunction

% Each pixel of y becomes the smaller (larger) one of both images.
function [] = lower_to[T](x : cube[T]'unchecked, y : cube[T]'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = min(x[m,n,c], y[m,n,c])
      endfor
    endfor
  endfor
endfunction

function [] = raise_to[T](x : cube[T]'unchecked, y : cube[T]'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = max(x[m,n,c], y[m,n,c])
      endfor
    endfor
  endfor
endfunction

% The minimum, or the maximum, over `count` rows (columns) from `first` on, which are around the pixel's own one. The border
% stands for what is outside: it is among them, so that it changes nothing. Five windows make one of up to five times the size.
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

% x with a margin of one value.
function y = with_margin(x, rows : int, columns : int, value : scalar)
  y = value * ones(size_with_margin(x, [rows, columns]))
  extend_inside(x, y, rows, columns)
endfunction

function [] = store_in_8_bits(x : cube'unchecked, y : cube[uint8'sat]'unchecked)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = x[m,n,c]
      endfor
    endfor
  endfor
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

% --- elements as the union of full boxes ---

function full = is_full(mask : mat, row : int, first : int, last : int)
  full = row >= 0 && row < size(mask,0)
  b = first
  while full && b <= last
    full = mask[row,b] != 0
    b += 1
  endwhile
endfunction

% Rows [top, left, height, width]: each run of pixels in a row of the mask, with the rows above and below that are full over its
% whole length. Together they are the mask; a box that several rows give stands once.
function boxes = boxes_of(mask : mat)
  found = zeros(numel(mask), 4)
  count = 0
  for a = 0..size(mask,0)-1
    b = 0
    while b < size(mask,1)
      first = b
      while b < size(mask,1) && mask[a,b] != 0
        b += 1
      endwhile
      if b > first
        top = a
        while is_full(mask, top - 1, first, b - 1)
          top -= 1
        endwhile
        bottom = a
        while is_full(mask, bottom + 1, first, b - 1)
          bottom += 1
        endwhile
        if !has_box(found, count, top, first, b - first)
          found[count,:] = [top, first, bottom - top + 1, b - first]
          count += 1
        endif
      else
        b += 1
      endif
    endwhile
  endfor
  boxes = found[0..count-1, :]
endfunction

function known = has_box(boxes : mat, count : int, top : int, left : int, width : int)
  known = false
  for k = 0..count-1
    known = known || (boxes[k,0] == top && boxes[k,1] == left && boxes[k,3] == width)
  endfor
endfunction

% Whether each box covers the pixel [row, column].
function good = cover(boxes : mat, row : int, column : int)
  good = size(boxes,0) > 0
  for k = 0..size(boxes,0)-1
    good = good && boxes[k,0] <= row && row < boxes[k,0] + boxes[k,2] && boxes[k,1] <= column && column < boxes[k,1] + boxes[k,3]
  endfor
endfunction

function [] = check_element(caller : string, x, mask : mat)
  check_image(caller, x)
  if !any(mask)
    error(caller, ": the structuring element has no pixels")
  endif
endfunction

function y = extreme_over_boxes(x, boxes : mat, row : int, column : int, largest : int)
  for k = 0..size(boxes,0)-1
    [top, left, height, width] = int(boxes[k,:])
    found = extreme_along(extreme_along(x, width, left - column, false, largest), height, top - row, true, largest)
    if k == 0
      y = height * width > 1 ? found : copy(found)
    elseif largest
      raise_to(found, y)
    else
      lower_to(found, y)
    endif
  endfor
endfunction

function y = extreme_over_pixels(x, mask : mat, row : int, column : int, largest : int)
  rows = max(max(row, size(mask,0) - 1 - row), 0)
  columns = max(max(column, size(mask,1) - 1 - column), 0)
  [down, right] = offsets_of(mask, rows - row, columns - column)
  found = uninit(size(x))
  if largest
    maximum_of_offsets(with_margin(scalars(x), rows, columns, -inf), found, down, right)
  else
    minimum_of_offsets(with_margin(scalars(x), rows, columns, inf), found, down, right)
  endif
  y = found
  if is_8bit(x)
    y = blank(x)
    store_in_8_bits(found, y)
  endif
endfunction

% The minimum, or the maximum, over the pixels x[m+a-row, n+b-column] of the element. Pixels one after the other are quick with
% scalars only.
function y = extreme_over(x, mask : mat, row : int, column : int, largest : int)
  x = pixels(x)
  boxes = boxes_of(mask)
  if cover(boxes, row, column) && size(boxes,0) <= (is_8bit(x) ? 3 + sum(mask != 0) / 8 : 1.0)
    y = extreme_over_boxes(x, boxes, row, column, largest)
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
