% parallelblocks.q: sums, extremes and prefix sums over all elements of an array.
%
% SPDX-License-Identifier: Apache-2.0

% Function: find_index_min
% Row-major linear index of the smallest element, the first when several are equal. NaN is never the smallest.
%
% :function k = find_index_min(x)
%
% Example:
% > pos = ind2pos(size(x), find_index_min(x))
function k : int = find_index_min(x)
  if numel(x) == 0
    error("find_index_min: the array is empty")
  endif
  smallest = min(x)
  y = reshape(x, [1, numel(x)])
  k = numel(y)
  for i = 0..numel(y)-1
    if y[0,i] == smallest
      k = min(k, i)
    endif
  endfor
  k = k == numel(y) ? 0 : k
endfunction

% Function: find_index_max
% Row-major linear index of the largest element, the first when several are equal.
%
% :function k = find_index_max(x)
function k : int = find_index_max(x)
  if numel(x) == 0
    error("find_index_max: the array is empty")
  endif
  k = find_index_min(-x)
endfunction

% Function: parallel_sum
% The sum of all elements.
%
% :function y = parallel_sum(x)
function y = parallel_sum(x)
  y = sum(x)
endfunction

% Function: parallel_min
% The smallest element.
%
% :function y = parallel_min(x)
function y = parallel_min(x)
  y = min(x)
endfunction

% Function: parallel_max
% The largest element.
%
% :function y = parallel_max(x)
function y = parallel_max(x)
  y = max(x)
endfunction

% Function: prefix_sum
% The sum of all elements before each one (exclusive), of a matrix or cube in the order of memory, row after row.
%
% :function y = prefix_sum(x)
%
% Example:
% > prefix_sum([1,2,3]) % [0,1,3]
function y = prefix_sum(x)
  n = numel(x)
  sums = cumsum(reshape(x, [n]))
  if n > 0
    sums[1..n-1] = sums[0..n-2]
    sums[0] = 0
  endif
  y = ndims(x) > 1 ? reshape(sums, size(x)) : sums
endfunction
