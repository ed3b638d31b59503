% numeric.q: sets, histograms, interpolation, and more kinds of random numbers.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"

% --- sets and histograms ---

% Function: unique
% The different values of an array, in ascending order, as a vector.
%
% :function y = unique(x)
%
% Example:
% > y = unique([3,1,3,2]) % [1,2,3]
function y = unique(x)
  if numel(x) == 0
    y = reshape(x, [0])
  else
    s = sort(reshape(x, [1,numel(x)]))
    n = 1
    y = copy(s)
    for k = 1..numel(s)-1
      if s[k] != s[k-1]
        y[n] = s[k]
        n += 1
      endif
    endfor
    y = y[0..n-1]
  endif
endfunction

% Function: max_along
% The largest elements along dimension dim (0: of each column, 1: of each row, 2: over the channels), which stays with
% length 1; at tells where along it the first of them is. NaNs are passed over.
%
% :function [y, at : cube[int]] = max_along(x, dim : int)
%
% Example:
% > [y, at] = max_along([[1,5],[7,2]], 1) % [[5],[7]], [[1],[0]]
function [y, at : cube[int]] = max_along(x, dim : int)
  [y, at] = extremes_along("max_along", x, dim, 1)
endfunction

% Function: min_along
% The smallest elements along dimension dim, as with max_along.
%
% :function [y, at : cube[int]] = min_along(x, dim : int)
%
% Example:
% > [y, at] = min_along([[1,5],[7,2]], 0) % [[1,2]], [[0,1]]
function [y, at : cube[int]] = min_along(x, dim : int)
  [y, at] = extremes_along("min_along", x, dim, -1)
endfunction

function [y, at] = extremes_along(name, x, dim : int, sign : int)
  check_image(name, x)
  if dim < 0 || dim > 2
    error(name, ": dim is 0, 1 or 2, not ", dim)
  endif
  n = size(x, dim)
  if n == 0
    error(name, ": there are no elements along dimension ", dim)
  endif
  dims = size(x, 0..2)
  inner = dim == 0 ? dims[1]*dims[2] : dim == 1 ? dims[2] : 1
  lines = reshape(x, [numel(x)/(n*inner), n, inner])
  y = lines[:,0,:]
  at = zeros[int](size(y))
  choose_along(lines, sign, y, at)
  dims[dim] = 1
  y = reshape(y, dims)
  at = reshape(at, dims)
endfunction

% of each line x[i,:,k], which y has the first element of
function [] = choose_along(x, sign : int, y, at)
  for i = 0..size(x,0)-1
    for k = 0..size(x,2)-1
      best = x[i,0,k]
      place = 0
      for j = 1..size(x,1)-1
        v = x[i,j,k]
        if sign*v > sign*best || isnan(best)
          best = v
          place = j
        endif
      endfor
      y[i,0,k] = best
      at[i,0,k] = place
    endfor
  endfor
endfunction

% Function: histogram
% How many values lie in each of n parts of equal width between low and high, as integers. Part k begins with low +
% k*(high-low)/n, in the precision of x, and ends before the next one begins, but the last holds high, too; others, and
% NaNs, are not counted.
%
% :function counts : ivec = histogram(x, n : int, low : scalar, high : scalar)
%
% Example:
% > counts = histogram(im, 256, 0, 256)
function counts : ivec = histogram(x, n : int, low : scalar, high : scalar)
  check_image("histogram", x)
  if n < 1 || !(low < high) || isinf(high - low)
    error("histogram: there have to be parts, and finite low < high, but n is ", n, ", low ", low, " and high ", high)
  endif
  edges = part_edges(n, low, high)
  lines = ndims(x) > 2 ? reshape(x, [size(x,0), numel(x) / max(size(x,0), 1)]) : x
  if is_8bit(x)
    bytes = vec'double(256)
    count_bytes(lines, bytes)
    counts = vec[int](n)
    add_counts(bytes, counts, edges)
  elseif type(x, "cube[int]") || (eps > 1e-10 && numel(strfind(sprintf("%s", type(x)), "double")) > 0)
    counts = count_all(lines, n, edges)
  else
    counts = count_scalars(lines, n, edges)
  endif
endfunction

function edges : vec'double = part_edges(n : int, low : scalar, high : scalar)
  edges = vec'double(n + 1)
  step = (high - low) / n
  for k = 0..n-1
    edges[k] = k * step + low
  endfor
  edges[n] = high
endfunction

% Parts for which values are first replaced by the number of theirs, which runs side by side for many values.
function n = most_parts()
  n = 2048
endfunction

function counts : ivec = count_scalars(x : mat, n : int, edges : vec)
  if n < most_parts()
    parts = mat[uint16](size(x,0), size(x,1))
    find_parts(x, parts, edges)
    with_others = vec'double(n + 1)
    count_parts(parts, with_others)
    counts = int(with_others[0..n-1])
  else
    counts = count_all(x, n, edges)
  endif
endfunction

function counts : ivec = count_all(x, n : int, edges)
  sums = vec'double(n)
  count_values(x, sums, edges)
  counts = int(sums)
endfunction

% Which edge is nearest is computed, which side a value is on is compared. Others than those between the first and the
% last edge are of part n.
function [] = find_parts(x : mat'unchecked, parts : mat[uint16'sat]'unchecked, edges : vec'unchecked)
  n = numel(edges) - 1
  low = edges[0]
  high = edges[n]
  scale = n / (high - low)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      v = x[i,j]
      edge = max(min(int((v - low) * scale + 0.5), n), 0)
      part = min(v >= edges[edge] ? edge : edge - 1, n-1)
      parts[i,j] = v >= low && v <= high ? part : n
    endfor
  endfor
endfunction

function [] = count_parts(parts : mat[uint16]'unchecked, counts : vec'double'unchecked)
  for i = 0..size(parts,0)-1
    for j = 0..size(parts,1)-1
      counts[parts[i,j]] += 1
    endfor
  endfor
endfunction

function [] = count_bytes(x : mat[uint8]'unchecked, counts : vec'double'unchecked)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      counts[x[i,j]] += 1
    endfor
  endfor
endfunction

function [] = add_counts(bytes : vec'double, counts : ivec, edges : vec'double)
  n = numel(counts)
  part = 0
  for v = 0..255
    if v >= edges[0] && v <= edges[n]
      while part < n-1 && v >= edges[part+1]
        part += 1
      endwhile
      counts[part] += bytes[v]
    endif
  endfor
endfunction

function [] = count_values(x : mat'double'unchecked, counts : vec'double, edges : vec'double)
  n = numel(edges) - 1
  low = edges[0]
  high = edges[n]
  scale = n / (high - low)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      v = x[i,j]
      if v >= low && v <= high
        edge = min(int((v - low) * scale + 0.5), n)
        counts[min(v >= edges[edge] ? edge : edge - 1, n-1)] += 1
      endif
    endfor
  endfor
endfunction

% --- interpolation ---

% Function: interp1
% Values between the points (x[k], y[k]), on straight lines, at a number or at each of a vector; x ascends. Outside, the
% first and the last value.
%
% :function z = interp1(x : vec, y : vec, at)
%
% Example:
% > z = interp1([0,1,2], [0,10,0], [0.5,1.5]) % [5,5]
function z = interp1(x : vec, y : vec, at)
  if !(isscalar(at) || isvector(at)) || iscomplex(at)
    error("interp1: a number or a vector of numbers says where, but this is of type ", type(at))
  endif
  if numel(x) != numel(y) || numel(x) == 0
    error("interp1: x and y have to be of the same length, and not empty, but have ", numel(x), " and ", numel(y),
          " elements")
  endif
  for k = 1..numel(x)-1
    if !(x[k] > x[k-1])
      error("interp1: x has to ascend, but x[", k, "] is ", x[k], " after ", x[k-1])
    endif
  endfor
  z = isscalar(at) ? interpolate_along(x, y, [at])[0] : interpolate_along(x, y, at)
endfunction

function z : vec = interpolate_along(x : vec, y : vec, at : vec)
  z = zeros(numel(at))
  for i = 0..numel(at)-1
    low = 0
    high = numel(x)-1
    while high - low > 1
      middle = int((low + high) / 2)
      if x[middle] <= at[i]
        low = middle
      else
        high = middle
      endif
    endwhile
    t = high > low ? (at[i] - x[low]) / (x[high] - x[low]) : 0.0
    z[i] = y[low] + min(max(t, 0), 1) * (y[high] - y[low])
  endfor
endfunction

% Function: interp2
% Bilinear values of an image at the rows and columns given; outside, those of the nearest pixel.
%
% :function z = interp2(im : mat, rows : mat, columns : mat)
%
% Example:
% > z = interp2(im, rows + 0.5, columns)
function z : mat = interp2(im : mat'clamped, rows : mat, columns : mat)
  if size(rows,0) != size(columns,0) || size(rows,1) != size(columns,1)
    error("interp2: rows and columns have to be of the same size, but are ", size(rows), " and ", size(columns))
  endif
  z = zeros(size(rows,0), size(rows,1))
  for i = 0..size(rows,0)-1
    for j = 0..size(rows,1)-1
      m = floor(rows[i,j])
      n = floor(columns[i,j])
      a = rows[i,j] - m
      b = columns[i,j] - n
      z[i,j] = (1-a) * ((1-b)*im[m,n] + b*im[m,n+1]) + a * ((1-b)*im[m+1,n] + b*im[m+1,n+1])
    endfor
  endfor
endfunction

% --- random numbers ---

% Function: randperm
% The numbers 0 to n-1 in random order.
%
% :function p = randperm(n : int)
%
% Example:
% > shuffled = x[randperm(numel(x))]
function p = randperm(n : int)
  [values, p] = sort(randi(9007199254740992, n)) % 2^53: hardly ever two that are equal
endfunction

% --- sums by position ---

% Function: accumarray
% Sums by position, in double precision: y[k] is the sum of the values whose position is k, a whole number from 0 to
% n-1. A number as values counts at each position.
%
% :function y : vec'double = accumarray(positions, values, n : int)
%
% Example:
% > y = accumarray([0,2,0], [1,5,3], 3) % [4,0,5]
function y : vec'double = accumarray(positions, values, n : int)
  added = isscalar(values) ? values * ones(numel(positions)) : reshape(values, [numel(values)])
  if numel(positions) != numel(added)
    error("accumarray: there are ", numel(positions), " positions and ", numel(added), " values")
  endif
  k = position_outside(reshape(positions, [numel(positions)]), n)
  if k >= 0
    error("accumarray: position ", k, " is not a whole number from 0 to ", n - 1)
  endif
  y = vec'double(n)
  add_by_position(int(reshape(positions, [numel(positions)])), added, y)
endfunction

function [] = add_by_position(at : ivec, added : vec, y : vec'double)
  for k = 0..numel(at)-1
    y[at[k]] += added[k]
  endfor
endfunction

% The number of the first position that is none, or -1.
function first : int = position_outside(positions : vec, n : int)
  first = numel(positions)
  for k = 0..numel(positions)-1
    if !(positions[k] >= 0 && positions[k] < n && positions[k] == floor(positions[k]))
      first = min(first, k)
    endif
  endfor
  if first == numel(positions)
    first = -1
  endif
endfunction

% --- polynomials ---

% Function: polyfit
% The polynomial of that degree that is nearest to the points, by least squares: its coefficients, that of the highest
% power first. There have to be more points than the degree.
%
% :function c : vec = polyfit(x : vec, y : vec, degree : int)
%
% Example:
% > c = polyfit([0,1,2], [1,3,7], 2) % [1,1,1]: x^2 + x + 1
function c : vec = polyfit(x : vec, y : vec, degree : int)
  if numel(x) != numel(y)
    error("polyfit: there are ", numel(x), " positions and ", numel(y), " values")
  endif
  if degree < 0 || degree >= numel(x)
    error("polyfit: ", numel(x), " points have polynomials of degree 0 to ", numel(x) - 1, ", not ", degree)
  endif
  a = ones(numel(x), degree + 1)
  for k = 1..degree
    a[:,degree-k] = transpose(x) .* a[:,degree-k+1]
  endfor
  c = reshape(solve(a, transpose(y)), [degree + 1])
endfunction

% Function: polyval
% The values at x of the polynomial with these coefficients, that of the highest power first.
%
% :function y = polyval(c : vec, x)
%
% Example:
% > y = polyval([1,0,-2], 3) % 7
function y = polyval(c : vec, x)
  y = numel(c) > 0 ? c[0] * (x == x || x != x) : 0 * x
  for k = 1..numel(c)-1
    y = y .* x + c[k]
  endfor
endfunction
