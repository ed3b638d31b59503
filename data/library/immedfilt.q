% immedfilt.q: the median filter.
%
% SPDX-License-Identifier: Apache-2.0

% The value at place `wanted` (from 0) among the sorted values of the window around a pixel. The interval [low, high]
% always has elements of the window as its ends and shrinks to the one that is looked for.
function value : scalar = __device__ select_in_window(x : cube'mirror, m : int, n : int, c : int, r : int, wanted : int)
  low = x[m,n,c]
  high = x[m,n,c]
  for a = -r..r
    for b = -r..r
      low = min(low, x[m+a,n+b,c])
      high = max(high, x[m+a,n+b,c])
    endfor
  endfor
  rounds = 0
  while low < high && rounds < 64
    middle = low + (high - low) / 2
    middle = middle >= high ? low : middle
    count = 0
    below = low
    above = high
    for a = -r..r
      for b = -r..r
        v = x[m+a,n+b,c]
        if v <= middle
          count += 1
          below = max(below, v)
        else
          above = min(above, v)
        endif
      endfor
    endfor
    if count > wanted
      high = below
    else
      low = above
    endif
    rounds += 1
  endwhile
  value = low
endfunction

function y = median_of_windows(x : cube'mirror, r : int)
  y = uninit(size(x))
  wanted = int(((2 * r + 1) * (2 * r + 1) - 1) / 2)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        y[m,n,c] = select_in_window(x, m, n, c, r, wanted)
      endfor
    endfor
  endfor
endfunction

function v = __device__ middle_of_three(a : scalar, b : scalar, c : scalar)
  v = max(min(a, b), min(max(a, b), c))
endfunction

% Windows of 3 x 3: the median of the largest of the three smallest, the middle of the three middle ones and the
% smallest of the three largest, where the three are those of each column.
function y = median_of_nine(x : cube'mirror)
  y = uninit(size(x))
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

% Function: immedfilt
% The exact median of the (2r+1) x (2r+1) window around each pixel, each channel alone; the image is mirrored at its
% border.
%
% :function y = immedfilt(x, r : int)
%
% Reference: T. S. Huang, G. J. Yang, G. Y. Tang, A fast two-dimensional median filtering algorithm, 1979 (the result;
% the algorithm here selects by bisection, which runs side by side for many pixels).
%
% Example:
% > y = immedfilt(im, 1)
function y = immedfilt(x, r : int)
  if r < 0
    error("immedfilt: the radius can't be negative")
  endif
  y = r == 1 ? median_of_nine(x) : median_of_windows(x, r)
endfunction
