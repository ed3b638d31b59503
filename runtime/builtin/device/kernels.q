% What built-in functions and parts of arrays do with arrays that live on a device (device-kernels.h). Arrays come as
% vectors, whatever their dimensions; positions and steps count elements.
%
% SPDX-License-Identifier: Apache-2.0

% Elements of x to elements of y: from x0 + pos * (xi, xj, xk) to y0 + pos * (yi, yj, yk).
function [] = __kernel__ copy_box(x, y, x0 : int, xi : int, xj : int, xk : int,
    y0 : int, yi : int, yj : int, yk : int, pos : ivec3)
  y[y0 + pos[0]*yi + pos[1]*yj + pos[2]*yk] = x[x0 + pos[0]*xi + pos[1]*xj + pos[2]*xk]
endfunction

% The same number to elements of y.
function [] = __kernel__ fill_box(y, value, y0 : int, yi : int, yj : int, yk : int, pos : ivec3)
  y[y0 + pos[0]*yi + pos[1]*yj + pos[2]*yk] = value
endfunction

% y = a * b, of m x k and k x n elements. A block of 16 x 16 work items makes 64 x 64 elements, each item 16 of them, 16
% apart, from parts of a and b in shared memory.
function [] = __kernel__ product(a : vec'unchecked, b : vec'unchecked, y : vec'unchecked, m : int, k : int, n : int,
    blkpos : ivec2, blkidx : ivec2)
  rows = shared(64, 16)
  columns = shared(16, 64)
  i = blkpos[0]
  j = blkpos[1]
  row = 64*blkidx[0] + i
  column = 64*blkidx[1] + j
  sums = zeros(4, 4)
  for l = 0..16..k-1
    for u = 0..16..48
      rows[i+u,j] = row + u < m && l + j < k ? a[(row+u)*k + l + j] : 0
      columns[i,j+u] = column + u < n && l + i < k ? b[(l+i)*n + column + u] : 0
    endfor
    syncthreads
    for d = 0..15
      for u = 0..3
        for v = 0..3
          sums[u,v] += rows[i+16*u,d] * columns[d,j+16*v]
        endfor
      endfor
    endfor
    syncthreads
  endfor
  for u = 0..3
    for v = 0..3
      if row + 16*u < m && column + 16*v < n
        y[(row+16*u)*n + column + 16*v] = sums[u,v]
      endif
    endfor
  endfor
endfunction

% Sums of every step-th element of lines of n, from pos[1]*row + pos[2] on: y has step of them a line. What an addition
% loses is added to the next element; of an infinite sum that is no number.
function [] = __kernel__ sum_along(x : vec'unchecked, y : vec'unchecked, n : int, row : int, step : int,
    divisor : scalar, pos : ivec3)
  part = pos[1]*row + pos[2]
  total = 0.0
  plain = 0.0
  lost = 0.0
  for k = part..step..n-1
    plain += x[pos[0]*n + k]
    term = x[pos[0]*n + k] - lost
    next = total + term
    lost = (next - total) - term
    total = next
  endfor
  y[pos[0]*step + part] = (isnan(total) ? plain : total)/divisor
endfunction
