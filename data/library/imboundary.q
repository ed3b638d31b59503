% imboundary.q: images with a margin, and the names of boundaries.
%
% A boundary is named as everywhere in the library: "mirror" (half-sample symmetric: the pixel before the first is the
% first), "circular", "clamped" or "zeros".
%
% SPDX-License-Identifier: Apache-2.0

function [] = check_boundary(caller : string, boundary : string)
  known = {"mirror", "circular", "clamped", "zeros"}
  found = false
  for k = 0..numel(known)-1
    found = found || known[k] == boundary
  endfor
  if !found
    error(caller, ": the boundary `", boundary, "` is not known; use mirror, circular, clamped or zeros")
  endif
endfunction

function [] = check_image(caller : string, x)
  if !(ismatrix(x) || iscube(x)) || iscomplex(x)
    error(caller, ": the image has to be a vector, matrix or cube of real numbers, but is of type ", type(x))
  endif
endfunction

% --- images of 8 bits stay as they are where only pixels are chosen; other integers become scalars ---

function found = is_8bit(x)
  found = type(x, "cube[uint8]") && !type(x, "cube[bool]")
endfunction

function y = scalars(x : cube)
  y = x
endfunction

function y = pixels(x)
  y = is_8bit(x) ? x : scalars(x)
endfunction

% An image of the kind of pixels(x), whose pixels have to be set.
function y = blank(x, sz = size(x))
  y = is_8bit(x) ? uninit[uint8](sz) : uninit(sz)
endfunction

function [] = fill[T](y : cube[T]'unchecked, value : scalar)
  for m = 0..size(y,0)-1
    for n = 0..size(y,1)-1
      for c = 0..size(y,2)-1
        y[m,n,c] = value
      endfor
    endfor
  endfor
endfunction

% --- copies of x with rows and columns around it; y has the new size ---

% Writes x into the middle of y; the margin keeps what it had.
function [] = extend_inside[T](x : cube[T]'unchecked, y : cube[T]'unchecked, rows : int, columns : int)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        y[m+rows, n+columns, c] = x[m,n,c]
      endfor
    endfor
  endfor
endfunction

% Which of the positions 0, 1, ... (given as such) stand at -margin, 1-margin, ... under a boundary.
function [] = positions_mirror(inside : ivec'mirror, all : ivec'unchecked, margin : int)
  for k = 0..numel(all)-1
    all[k] = inside[k-margin]
  endfor
endfunction

function [] = positions_circular(inside : ivec'circular, all : ivec'unchecked, margin : int)
  for k = 0..numel(all)-1
    all[k] = inside[k-margin]
  endfor
endfunction

function [] = positions_clamped(inside : ivec'clamped, all : ivec'unchecked, margin : int)
  for k = 0..numel(all)-1
    all[k] = inside[k-margin]
  endfor
endfunction

function all : ivec = positions_around(count : int, margin : int, boundary : string)
  inside = int(0..count-1)
  all = ivec(count + 2*margin)
  match boundary with
  | "mirror" -> positions_mirror(inside, all, margin)
  | "circular" -> positions_circular(inside, all, margin)
  | _ -> positions_clamped(inside, all, margin)
  endmatch
endfunction

% Some rows of y, from `top` on, which are the rows i of x from column `left` on.
function [] = take_rows[T](x : cube[T]'unchecked, y : cube[T]'unchecked, i : ivec'unchecked, left : int, top : int,
                           count : int)
  for m = 0..count-1
    for n = 0..size(x,1)-1
      for c = 0..size(y,2)-1
        y[m+top, n+left, c] = x[i[m+top], n, c]
      endfor
    endfor
  endfor
endfunction

% Some columns of y, from `left` on, whose pixels are in the rows i and columns j of x.
function [] = take_columns[T](x : cube[T]'unchecked, y : cube[T]'unchecked, i : ivec'unchecked, j : ivec'unchecked,
                              left : int, count : int)
  for m = 0..size(y,0)-1
    for n = 0..count-1
      for c = 0..size(y,2)-1
        y[m, n+left, c] = x[i[m], j[n+left], c]
      endfor
    endfor
  endfor
endfunction

function [] = extend_all(x, y, rows : int, columns : int, boundary : string)
  i = positions_around(size(x,0), rows, boundary)
  extend_inside(x, y, rows, columns)
  if rows > 0
    take_rows(x, y, i, columns, 0, rows)
    take_rows(x, y, i, columns, size(x,0) + rows, rows)
  endif
  if columns > 0
    j = positions_around(size(x,1), columns, boundary)
    take_columns(x, y, i, j, 0, columns)
    take_columns(x, y, i, j, size(x,1) + columns, columns)
  endif
endfunction

% The image as a matrix with the channels of a pixel side by side.
function y = side_by_side(x)
  y = reshape(x, [size(x,0), size(x,1) * size(x,2)])
endfunction

function sz = size_with_margin(x, margin : ivec2)
  sz = ndims(x) > 2 ? size(x,0..2) + [2 * margin[0], 2 * margin[1], 0] : size(x,0..1) + 2 * margin
endfunction

% Function: extend
% The image with margin[0] more rows and margin[1] more columns on every side. An image of 8 bits (uint8) stays one.
%
% :function y = extend(x, margin : ivec2, boundary = "mirror")
%
% Example:
% > y = extend(im, [2,3], "mirror")
function y = extend(x, margin : ivec2, boundary : string = "mirror")
  check_boundary("extend", boundary)
  if margin[0] < 0 || margin[1] < 0
    error("extend: the margin can't be negative")
  endif
  x = pixels(x)
  sz = size_with_margin(x, margin)
  if boundary == "zeros"
    y = is_8bit(x) ? zeros[uint8](sz) : zeros(sz)
    extend_inside(x, y, margin[0], margin[1])
  else
    y = blank(x, sz)
    extend_all(x, y, margin[0], margin[1], boundary)
  endif
endfunction

% Function: crop
% The image without margin[0] rows and margin[1] columns on every side; undoes extend.
%
% :function y = crop(x, margin : ivec2)
%
% Example:
% > im == crop(extend(im, [2,3], "mirror"), [2,3])
function y = crop(x, margin : ivec2)
  rows = margin[0]
  columns = margin[1]
  if rows < 0 || columns < 0 || 2 * rows > size(x,0) || 2 * columns > size(x,1)
    error("crop: a margin of ", rows, " rows and ", columns, " columns does not fit into an image of ", size(x,0),
          " x ", size(x,1))
  endif
  if ndims(x) > 2
    y = x[rows..size(x,0)-rows-1, columns..size(x,1)-columns-1, :]
  else
    y = x[rows..size(x,0)-rows-1, columns..size(x,1)-columns-1]
  endif
endfunction
