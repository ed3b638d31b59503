% imsegment.q: from images to objects: thresholds, edges, connected regions and what is to be known of each.
%
% A mask is an image whose pixels count where they are not 0. Labels are whole numbers: 0 is the background, regions are
% numbered from 1 on, in the order in which their first pixels come, row by row.
%
% SPDX-License-Identifier: Apache-2.0
import "imboundary.q"
import "imfilter.q"
import "numeric.q"

% --- thresholds ---

% Function: graythresh
% The threshold by which an image falls into two classes that differ most (N. Otsu, 1979), by a histogram of 256 bins
% from its smallest to its largest value: x > t is the brighter one. NaNs are passed over. Of a constant image that
% constant.
%
% :function t : scalar = graythresh(x : cube)
%
% Example:
% > t = graythresh([[10,12,11],[90,91,88]]) % between 12 and 88
function t : scalar = graythresh(x)
  check_image("graythresh", x)
  bins = 256
  [low, high] = limits_of(x)
  t = low
  if high > low
    t = low + (high - low) * (best_split(histogram(x, bins, low, high)) + 1) / bins
  endif
endfunction

% Of the pixels that are numbers. Without any, 0.
function [low : scalar, high : scalar] = limits_of(x)
  low = inf
  high = -inf
  values = reshape(x, [numel(x)])
  for k = 0..numel(values)-1
    if values[k] > -inf && values[k] < inf
      low = min(low, values[k])
      high = max(high, values[k])
    endif
  endfor
  if low > high
    low = 0
    high = 0
  endif
endfunction

% The last bin of the darker class where the variance between both classes is largest; in the middle of several such.
function k : scalar = best_split(counts : ivec)
  total = sum(counts)
  moment = 0.0
  for i = 0..numel(counts)-1
    moment += i * counts[i]
  endfor
  best = -1.0
  first = 0
  last = 0
  below = 0.0
  part = 0.0
  for i = 0..numel(counts)-2
    below += counts[i]
    part += i * counts[i]
    above = total - below
    if below > 0 && above > 0
      distance = part / below - (moment - part) / above
      variance = (below / total) * (above / total) * distance * distance
      if variance > best
        best = variance
        first = i
        last = i
      elseif variance == best
        last = i
      endif
    endif
  endfor
  k = floor((first + last) / 2)
endfunction

% --- connected regions ---

% Function: bwlabel
% The connected regions of a mask. Pixels touch at their sides (connectivity 4), or at their corners, too (8).
%
% :function [labels : mat[int], n : int] = bwlabel(mask : mat, connectivity : int = 8)
%
% Example:
% > [labels, n] = bwlabel([[1,0,1],[1,0,0]]) % [[1,0,2],[1,0,0]], 2
function [labels : mat[int], n : int] = bwlabel(mask, connectivity : int = 8)
  check_mask("bwlabel", mask)
  if connectivity != 4 && connectivity != 8
    error("bwlabel: connectivity is 4 or 8, not ", connectivity)
  endif
  [labels, parent, most] = label_rows(mask, connectivity == 8)
  n = 0
  number = zeros[int](most + 1)
  for k = 1..most
    if parent[k] == k
      n += 1
      number[k] = n
    else
      number[k] = number[parent[k]] % parents come first
    endif
  endfor
  for i = 0..size(mask,0)-1
    for j = 0..size(mask,1)-1
      labels[i,j] = number[labels[i,j]]
    endfor
  endfor
endfunction

% Provisional labels, and for each of them one, not larger, that its region has as well (its own number: none).
function [labels : mat[int], parent : vec[int], n : int] = label_rows(mask, has_corners : int)
  rows = size(mask,0)
  columns = size(mask,1)
  labels = zeros[int](rows, columns)
  parent = zeros[int](ceil(rows / 2) * ceil(columns / 2) * 2 + 2)
  n = 0
  for i = 0..rows-1
    for j = 0..columns-1
      if mask[i,j] != 0
        least = 0
        for k = 0..3 % the neighbours that have a label: three above, and the one to the left
          p = i - (k < 3)
          q = j + (k < 3 ? k - 1 : -1)
          if p >= 0 && q >= 0 && q < columns && (has_corners || p == i || q == j)
            other = labels[p,q]
            if other != 0
              while parent[other] != other
                parent[other] = parent[parent[other]]
                other = parent[other]
              endwhile
              if least == 0
                least = other
              elseif other < least
                parent[least] = other
                least = other
              else
                parent[other] = least
              endif
            endif
          endif
        endfor
        if least == 0
          n += 1
          parent[n] = n
          least = n
        endif
        labels[i,j] = least
      endif
    endfor
  endfor
endfunction

function [] = check_mask(name, mask)
  if !ismatrix(mask) || iscomplex(mask) || size(mask,2) != 1
    hint = ""
    if iscube(mask) && !iscomplex(mask) && size(mask,2) == 3
      hint = "; rgb2gray(x) makes one of a colour image"
    endif
    error(name, ": a matrix of real numbers is needed, not a ", type(mask), " of the size ", size(mask), hint)
  endif
endfunction

% Function: bwareaopen
% A mask without its regions of less than `area` pixels.
%
% :function y : mat = bwareaopen(mask : mat, area : int, connectivity : int = 8)
%
% Example:
% > y = bwareaopen([[1,0,1],[1,0,0]], 2) % [[1,0,0],[1,0,0]]
function y : mat = bwareaopen(mask, area : int, connectivity : int = 8)
  [labels, n] = bwlabel(mask, connectivity)
  areas = accumarray(labels, ones(size(labels)), n + 1)
  keep = areas >= area
  keep[0] = 0
  y = keep[labels]
endfunction

% Function: imfill
% A mask whose holes are filled: what is not connected to the border by pixels that touch at their sides.
%
% :function y : mat = imfill(mask : mat)
%
% Example:
% > y = imfill([[1,1,1],[1,0,1],[1,1,1]]) % ones(3,3)
function y : mat = imfill(mask)
  [labels, n] = bwlabel(mask == 0, 4)
  is_outside = zeros(n + 1)
  rows = size(mask,0)
  columns = size(mask,1)
  for i = 0..rows-1
    is_outside[labels[i,0]] = 1
    is_outside[labels[i,columns-1]] = 1
  endfor
  for j = 0..columns-1
    is_outside[labels[0,j]] = 1
    is_outside[labels[rows-1,j]] = 1
  endfor
  is_outside[0] = 0
  y = 1 - is_outside[labels]
endfunction

% Function: regionprops
% What is to be known of each of n regions (bwlabel): their `area`, in pixels; `centroid`, n x 2, row and column; `box`,
% n x 4, the first row and column and the number of rows and columns; the `mean`, `min` and `max` of the image x in them
% (without x: of the labels). A number that no pixel has gives an area of 0.
%
% :function r : region_properties = regionprops(labels : mat[int], n : int, x : mat)
%
% Example:
% > [labels, n] = bwlabel(x > graythresh(x))
% > r = regionprops(labels, n, x)
% > print r.area, r.centroid, r.box, r.mean
type region_properties : class
  area : vec'double
  centroid : mat'double
  box : mat[int]
  mean : vec'double
  min : vec
  max : vec
endtype

function r : region_properties = regionprops(labels, n : int, x)
  check_mask("regionprops", labels)
  if any(size(labels, [0,1]) != size(x, [0,1])) || size(x,2) != 1
    error("regionprops: the image has ", size(x), " pixels, the labels ", size(labels))
  endif
  if max(labels) > n
    error("regionprops: there are labels up to ", max(labels), ", but n is ", n)
  endif
  area = vec'double(n)
  centroid = mat'double(n, 2)
  total = vec'double(n)
  least = inf * ones(n)
  most = -inf * ones(n)
  box = int(repmat([size(labels,0), size(labels,1), -1, -1], [n,1]))
  add_up_regions(labels, x, area, centroid, total, least, most, box)
  for k = 0..n-1
    if area[k] > 0
      centroid[k,:] = centroid[k,:] / area[k]
      box[k,2..3] = box[k,2..3] - box[k,0..1] + 1
    else
      box[k,:] = 0
    endif
  endfor
  r = region_properties(area := area, centroid := centroid, box := box, mean := total ./ area, min := least,
                        max := most)
endfunction

% What is added up is in double precision: a float counts no further than 16 million.
function [] = add_up_regions(labels : mat[int], x : mat, area : vec'double, centroid : mat'double, total : vec'double,
                             least : vec, most : vec, box : mat[int])
  for i = 0..size(labels,0)-1
    for j = 0..size(labels,1)-1
      k = labels[i,j] - 1
      if k >= 0
        area[k] += 1
        centroid[k,0] += i
        centroid[k,1] += j
        box[k,0] = min(box[k,0], i)
        box[k,1] = min(box[k,1], j)
        box[k,2] = max(box[k,2], i)
        box[k,3] = max(box[k,3], j)
        total[k] += x[i,j]
        least[k] = min(least[k], x[i,j])
        most[k] = max(most[k], x[i,j])
      endif
    endfor
  endfor
endfunction

function r : region_properties = regionprops(labels, n : int)
  r = regionprops(labels, n, labels + 0.0)
endfunction

% --- edges ---

% Function: edge
% The edges of an image, one pixel wide (J. Canny, 1986): where the gradient of the image, smoothed by a Gaussian of
% sigma pixels, is largest across the edge, and above `high`, or above `low` and connected to such a pixel. The gradient
% is in grey levels a pixel.
%
% :function y : mat = edge(x : mat, low, high, sigma = 1.4)
%
% Example:
% > y = edge(rgb2gray(imread("lena_big.tif")), 4, 10)
function y : mat = edge(x, low : scalar, high : scalar, sigma : scalar = 1.4)
  check_mask("edge", x)
  if !(low >= 0 && low <= high)
    error("edge: low is a number from 0 to high, ", high, ", not ", low)
  endif
  s = gaussian_filter(x, sigma)
  strength = edge_strength(s)
  [labels, n] = bwlabel(strength > low, 8)
  is_strong = zeros(n + 1)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      if strength[i,j] > high
        is_strong[labels[i,j]] = 1
      endif
    endfor
  endfor
  is_strong[0] = 0
  y = is_strong[labels]
endfunction

% The length of the gradient where it is not smaller than at both neighbours in its direction; else 0.
function y : mat = edge_strength(x : mat'mirror)
  y = zeros(size(x))
  g = zeros(size(x,0), size(x,1), 2)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      g[i,j,0] = (x[i+1,j-1] + 2*x[i+1,j] + x[i+1,j+1] - x[i-1,j-1] - 2*x[i-1,j] - x[i-1,j+1]) / 8
      g[i,j,1] = (x[i-1,j+1] + 2*x[i,j+1] + x[i+1,j+1] - x[i-1,j-1] - 2*x[i,j-1] - x[i+1,j-1]) / 8
    endfor
  endfor
  for i = 1..size(x,0)-2
    for j = 1..size(x,1)-2
      down = g[i,j,0]
      right = g[i,j,1]
      length = sqrt(down*down + right*right)
      steep = abs(down) > 2.414214 * abs(right) % tan of 67.5 degrees
      flat = abs(right) > 2.414214 * abs(down)
      p = flat ? 0 : 1
      q = steep ? 0 : (down * right < 0 && !flat ? -1 : 1)
      before = sqrt(g[i-p,j-q,0]^2 + g[i-p,j-q,1]^2)
      behind = sqrt(g[i+p,j+q,0]^2 + g[i+p,j+q,1]^2)
      y[i,j] = length > before && length >= behind ? length : 0
    endfor
  endfor
endfunction
