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

% The same in double precision, of numbers and complex numbers; start: a zero of their kind.
function [] = __kernel__ sum_wide(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, row : int, step : int, start,
    divisor : scalar'double, pos : ivec3)
  part = pos[1]*row + pos[2]
  total = start
  for k = part..step..n-1
    total += x[pos[0]*n + k]
  endfor
  y[pos[0]*step + part] = total/divisor
endfunction

% Products along lines of `length` rows of inner elements, in double precision and in order; start: a one of their kind.
function [] = __kernel__ product_along(x : vec[??]'unchecked, y : vec[??]'unchecked, length : int, inner : int, start,
    unused : scalar'double, pos : ivec2)
  total = start
  for k = 0..length-1
    total = total * x[(pos[0]*length + k)*inner + pos[1]]
  endfor
  y[pos[0]*inner + pos[1]] = total
endfunction

% Whether one of the elements that sum_along would sum up is not zero (is_all 0), or all of them are (is_all 1).
function [] = __kernel__ test_along(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, row : int, step : int,
    is_all : int, pos : ivec3)
  part = pos[1]*row + pos[2]
  result = is_all
  for k = part..step..n-1
    if (x[pos[0]*n + k] != 0) != (is_all != 0)
      result = 1 - is_all
      break
    endif
  endfor
  y[pos[0]*step + part] = result
endfunction

% Sums of each `chunk` rows of lines of `length` rows of inner elements: y has parts rows a line.
function [] = __kernel__ sum_chunks(x : vec[??]'unchecked, y : vec[??]'unchecked, length : int, inner : int,
    chunk : int, parts : int, start, unused : scalar'double, pos : ivec3)
  total = start
  for k = pos[1]*chunk..min(length, (pos[1]+1)*chunk)-1
    total += x[(pos[0]*length + k)*inner + pos[2]]
  endfor
  y[(pos[0]*parts + pos[1])*inner + pos[2]] = total
endfunction

% Running sums of these chunks; before: those of sum_chunks.
function [] = __kernel__ run_chunks(x : vec[??]'unchecked, before : vec[??]'unchecked, y : vec[??]'unchecked,
    length : int, inner : int, chunk : int, parts : int, start, unused : scalar'double, pos : ivec3)
  total = start
  if pos[1] > 0
    total = total + before[(pos[0]*parts + pos[1]-1)*inner + pos[2]]
  endif
  for k = pos[1]*chunk..min(length, (pos[1]+1)*chunk)-1
    total += x[(pos[0]*length + k)*inner + pos[2]]
    y[(pos[0]*length + k)*inner + pos[2]] = total
  endfor
endfunction

% Running sums (start: a zero) or products (a one) along lines of `length` rows of inner elements.
function [] = __kernel__ run_along(x : vec[??]'unchecked, y : vec[??]'unchecked, length : int, inner : int,
    is_product : int, start, unused : scalar'double, pos : ivec2)
  total = start
  for k = 0..length-1
    if is_product != 0
      total = total * x[(pos[0]*length + k)*inner + pos[1]]
    else
      total = total + x[(pos[0]*length + k)*inner + pos[1]]
    endif
    y[(pos[0]*length + k)*inner + pos[1]] = total
  endfor
endfunction
