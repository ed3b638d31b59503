% immedfilt.q: the median filter.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

% Rounds of bisection between two looks at whether all pixels have their median.
function n = rounds_at_once()
  n = 6
endfunction

% The smallest and the largest value of the window around each pixel.
function [low, high] = bounds_of_windows(x : cube'mirror, r : int)
  low = uninit(size(x))
  high = uninit(size(x))
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        smallest = x[m,n,c]
        largest = x[m,n,c]
        for a = -r..r
          for b = -r..r
            smallest = min(smallest, x[m+a,n+b,c])
            largest = max(largest, x[m+a,n+b,c])
          endfor
        endfor
        low[m,n,c] = smallest
        high[m,n,c] = largest
      endfor
    endfor
  endfor
endfunction

% Some rounds of bisection: the intervals [low, high], whose ends are always elements of the window, shrink towards the
% element at place `wanted` (from 0) among the sorted ones. An infinite interval has no middle and shrinks from below.
function [] = narrow_intervals(x : cube'mirror, low : cube'unchecked, high : cube'unchecked, r : int, wanted : int,
                               rounds : int)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        from = low[m,n,c]
        to = high[m,n,c]
        for k = 1..rounds
          middle = from + (to - from) / 2
          middle = middle >= from && middle < to ? middle : from
          count = 0.0
          below = from
          above = to
          for a = -r..r
            for b = -r..r
              v = x[m+a,n+b,c]
              count += v <= middle ? 1.0 : 0.0
              below = v <= middle ? max(below, v) : below
              above = v <= middle ? above : min(above, v)
            endfor
          endfor
          from = count > wanted ? from : above
          to = count > wanted ? below : to
        endfor
        low[m,n,c] = from
        high[m,n,c] = to
      endfor
    endfor
  endfor
endfunction

% Windows of any size. Each round takes an element away from each interval at least.
function y = medians_by_bisection(x, r : int)
  [y, high] = bounds_of_windows(x, r)
  count = (2 * r + 1) * (2 * r + 1)
  rounds = 0
  while rounds < count && sum(y < high) > 0
    narrow_intervals(x, y, high, r, (count - 1) / 2, rounds_at_once())
    rounds += rounds_at_once()
  endwhile
endfunction

% Bytes, of an image with a margin of r pixels and the channels side by side (step of them a pixel): the histogram of
% the window moves along a row, and the median with it. `below` values of the window are less than the median v.
function [] = __kernel__ medians_by_histogram(x : mat[uint8]'unchecked, y : mat[uint8]'unchecked, r : int, step : int,
                                              pos : ivec2)
  counts = ivec(256)
  half = 2 * r * (r + 1)
  m = pos[0]
  for j = 0..2*r-1
    for a = 0..2*r
      counts[x[m+a, j*step + pos[1]]] += 1
    endfor
  endfor
  v = 0
  below = 0
  for n = 0..int(size(y,1)/step)-1
    for a = 0..2*r
      new = x[m+a, (n+2*r)*step + pos[1]]
      counts[new] += 1
      below += new < v ? 1 : 0
    endfor
    while below > half
      v -= 1
      below -= counts[v]
    endwhile
    while below + counts[v] <= half
      below += counts[v]
      v += 1
    endwhile
    y[m, n*step + pos[1]] = v
    for a = 0..2*r
      old = x[m+a, n*step + pos[1]]
      counts[old] -= 1
      below -= old < v ? 1 : 0
    endfor
  endfor
endfunction

function y = medians_of_bytes(x, r : int)
  medians = blank(x, [size(x,0), size(x,1) * size(x,2)])
  parallel_do([size(x,0), size(x,2)], side_by_side(extend(x, [r,r], "mirror")), medians, r, size(x,2),
              medians_by_histogram)
  y = ndims(x) > 2 ? reshape(medians, size(x)) : medians
endfunction

function y = median_of_windows(x, r : int)
  y = is_8bit(x) ? medians_of_bytes(x, r) : medians_by_bisection(x, r)
endfunction

function [low, high] = __device__ ordered(a, b)
  low = min(a, b)
  high = max(a, b)
endfunction

% Five values in ascending order, by a network of nine exchanges.
function [a, b, c, d, e] = __device__ ordered_five(v, w, x, y, z)
  [v, w] = ordered(v, w)
  [y, z] = ordered(y, z)
  [x, z] = ordered(x, z)
  [x, y] = ordered(x, y)
  [w, e] = ordered(w, z)
  [v, y] = ordered(v, y)
  [a, x] = ordered(v, x)
  [w, d] = ordered(w, y)
  [b, c] = ordered(w, x)
endfunction

% Windows of 5 x 5 of an image with a margin of two pixels, its channels side by side in rows (step of them a pixel).
% When columns are sorted, and then rows, six elements of each side lie so that they can't be the median. The others are
% in three diagonals: of the lower one only the largest, of the upper one only the smallest can be it.
function [] = medians_of_25[T](x : mat[T]'unchecked, y : mat[T]'unchecked, step : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      [a0, b0, c0, d0, e0] = ordered_five(x[m,n], x[m+1,n], x[m+2,n], x[m+3,n], x[m+4,n])
      [a1, b1, c1, d1, e1] = ordered_five(x[m,n+step], x[m+1,n+step], x[m+2,n+step], x[m+3,n+step], x[m+4,n+step])
      [a2, b2, c2, d2, e2] = ordered_five(x[m,n+2*step], x[m+1,n+2*step], x[m+2,n+2*step], x[m+3,n+2*step],
                                          x[m+4,n+2*step])
      [a3, b3, c3, d3, e3] = ordered_five(x[m,n+3*step], x[m+1,n+3*step], x[m+2,n+3*step], x[m+3,n+3*step],
                                          x[m+4,n+3*step])
      [a4, b4, c4, d4, e4] = ordered_five(x[m,n+4*step], x[m+1,n+4*step], x[m+2,n+4*step], x[m+3,n+4*step],
                                          x[m+4,n+4*step])
      [_, _, _, a3, a4] = ordered_five(a0, a1, a2, a3, a4)
      [_, _, b2, b3, b4] = ordered_five(b0, b1, b2, b3, b4)
      [_, c1, c2, c3, _] = ordered_five(c0, c1, c2, c3, c4)
      [d0, d1, d2, _, _] = ordered_five(d0, d1, d2, d3, d4)
      [e0, e1, _, _, _] = ordered_five(e0, e1, e2, e3, e4)
      [_, low, middle, high, _] = ordered_five(a4, b3, c2, d1, e0)
      [p, q] = ordered(max(max(a3, b2), max(c1, d0)), min(min(b4, c3), min(d2, e1)))
      y[m,n] = min(high, min(max(low, q), max(middle, p)))
    endfor
  endfor
endfunction

function y = median_of_25(x)
  medians = blank(x, [size(x,0), size(x,1) * size(x,2)])
  medians_of_25(side_by_side(extend(x, [2,2], "mirror")), medians, size(x,2))
  y = ndims(x) > 2 ? reshape(medians, size(x)) : medians
endfunction

function v = __device__ middle_of_three(a, b, c)
  v = max(min(a, b), min(max(a, b), c))
endfunction

% Windows of 3 x 3: the median of the largest of the three smallest, the middle of the three middle ones and the
% smallest of the three largest, where the three are those of each column.
function [] = medians_of_nine[T](x : cube[T]'mirror, y : cube[T]'unchecked)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        a0 = x[m-1,n-1,c]
        a1 = x[m,n-1,c]
        a2 = x[m+1,n-1,c]
        b0 = x[m-1,n,c]
        b1 = x[m,n,c]
        b2 = x[m+1,n,c]
        c0 = x[m-1,n+1,c]
        c1 = x[m,n+1,c]
        c2 = x[m+1,n+1,c]
        low = max(max(min(min(a0, a1), a2), min(min(b0, b1), b2)), min(min(c0, c1), c2))
        high = min(min(max(max(a0, a1), a2), max(max(b0, b1), b2)), max(max(c0, c1), c2))
        middle = middle_of_three(middle_of_three(a0, a1, a2), middle_of_three(b0, b1, b2), middle_of_three(c0, c1, c2))
        y[m,n,c] = middle_of_three(low, middle, high)
      endfor
    endfor
  endfor
endfunction

function y = median_of_nine(x)
  y = blank(x)
  medians_of_nine(x, y)
endfunction

% Where a window holds a NaN, the median is NaN: exchanges of values with min and max lose it.
function [] = mark_windows_with_nan(x : cube'mirror, y : cube'unchecked, r : int)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        total = 0.0
        for a = -r..r
          for b = -r..r
            total += isnan(x[m+a,n+b,c]) ? 1 : 0
          endfor
        endfor
        if total > 0
          y[m,n,c] = nan
        endif
      endfor
    endfor
  endfor
endfunction

% Function: immedfilt
% The exact median of the (2r+1) x (2r+1) window around each pixel, each channel alone; the image is mirrored at its
% border. Where a window holds a NaN, its median is NaN. An image of 8 bits (uint8) stays one, and takes a fraction of
% the time for r = 1 and 2.
%
% :function y = immedfilt(x, r : int)
%
% Reference: T. S. Huang, G. J. Yang, G. Y. Tang, A fast two-dimensional median filtering algorithm, 1979 (the result;
% of bytes also the algorithm; of scalars a bisection selects, which runs side by side for many pixels).
%
% Example:
% > y = immedfilt(im, 1)
function y = immedfilt(x, r : int)
  check_image("immedfilt", x)
  if r < 0
    error("immedfilt: the radius can't be negative")
  endif
  x = pixels(x)
  match r with
  | 1 -> y = median_of_nine(x)
  | 2 -> y = median_of_25(x)
  | _ -> y = median_of_windows(x, r)
  endmatch
  if !is_8bit(x) && isnan(sum(x))
    mark_windows_with_nan(x, y, r)
  endif
endfunction
