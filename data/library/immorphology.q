% immorphology.q: grey-level morphology with flat structuring elements.
%
% An element is a mask: pixels where it is not 0 take part. Pixels outside the image are ignored. Dilation uses the
% reflected mask, so that erosion and dilation are a pair (P. Soille, Morphological Image Analysis). Images of 8 bits
% (uint8) stay ones; under full elements they take a fraction of the time.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

% Minimum and maximum over a full element that covers its own pixel. A pixel of the border stands for those outside: it
% lies under the element too, so that they change nothing.
function [] = minimum_of_box[T](x : cube[T]'clamped, y : cube[T]'unchecked, height : int, width : int, row : int, column : int)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        v = x[m,n,c]
        for a = 0..height-1
          for b = 0..width-1
            v = min(v, x[m+a-row, n+b-column, c])
          endfor
        endfor
        y[m,n,c] = v
      endfor
    endfor
  endfor
endfunction

function [] = maximum_of_box[T](x : cube[T]'clamped, y : cube[T]'unchecked, height : int, width : int, row : int, column : int)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        v = x[m,n,c]
        for a = 0..height-1
          for b = 0..width-1
            v = max(v, x[m+a-row, n+b-column, c])
          endfor
        endfor
        y[m,n,c] = v
      endfor
    endfor
  endfor
endfunction

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

function [] = check_element(caller : string, x, mask : mat)
  check_image(caller, x)
  if !any(mask)
    error(caller, ": the structuring element has no pixels")
  endif
endfunction

% The minimum, or the maximum, over the pixels x[m+a-row, n+b-column] of the element.
function y = extreme_over(x, mask : mat, row : int, column : int, largest : int)
  height = size(mask,0)
  width = size(mask,1)
  count = sum(mask != 0)
  x = pixels(x)
  y = blank(x)
  if count == numel(mask) && row >= 0 && row < height && column >= 0 && column < width
    between = blank(x)
    if largest
      maximum_of_box(x, between, 1, width, 0, column)
      maximum_of_box(between, y, height, 1, row, 0)
    else
      minimum_of_box(x, between, 1, width, 0, column)
      minimum_of_box(between, y, height, 1, row, 0)
    endif
  else
    rows = max(max(row, height - 1 - row), 0)
    columns = max(max(column, width - 1 - column), 0)
    [down, right] = offsets_of(mask, rows - row, columns - column)
    found = uninit(size(x))
    if largest
      maximum_of_offsets(with_margin(scalars(x), rows, columns, -inf), found, down, right)
    else
      minimum_of_offsets(with_margin(scalars(x), rows, columns, inf), found, down, right)
    endif
    if is_8bit(x)
      store_in_8_bits(found, y)
    else
      y = found
    endif
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
