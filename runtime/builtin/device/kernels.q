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

% The same of integers, exactly: 64 bits hold their sums.
function [] = __kernel__ sum_whole(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, row : int, step : int,
    pos : ivec3)
  part = pos[1]*row + pos[2]
  total = int(0)
  for k = part..step..n-1
    total += x[pos[0]*n + k]
  endfor
  y[pos[0]*step + part] = total
endfunction

% Sums of the squared distances of what sum_wide sums up from means, of which there are `inner` a line.
function [] = __kernel__ distance_sums(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, row : int, step : int,
    means : vec[??]'unchecked, inner : int, zero : scalar'double, pos : ivec3)
  part = pos[1]*row + pos[2]
  total = zero
  for k = part..step..n-1
    apart = x[pos[0]*n + k] - means[pos[0]*inner + mod(part, inner)]
    total += real(apart)*real(apart) + imag(apart)*imag(apart)
  endfor
  y[pos[0]*step + part] = total
endfunction

function [] = __kernel__ roots(x : vec[??]'unchecked, y : vec[??]'unchecked, unused : scalar'double, pos : int)
  y[pos] = sqrt(x[pos])
endfunction

% Elements of x as those of y's type, which holds them.
function [] = __kernel__ convert(x : vec[??]'unchecked, y : vec[??]'unchecked, pos : int)
  y[pos] = x[pos]
endfunction

% The whole parts of numbers, in 64 bits.
function [] = __kernel__ truncate(x : vec[??]'unchecked, y : vec[??]'unchecked, unused : scalar'double, pos : int)
  y[pos] = int(x[pos])
endfunction

% Whether one of every step-th element of n is less than `least` or more than `most`.
function [] = __kernel__ find_beyond(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, step : int, least : int,
    most : int, pos : int)
  found = int(0)
  for k = pos..step..n-1
    if x[k] < least || x[k] > most
      found = 1
    endif
  endfor
  y[pos] = found
endfunction

% Whether one of every step-th element of n is not between these.
function [] = __kernel__ find_unfit(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, step : int,
    below : scalar'double, above : scalar'double, pos : int)
  found = int(0)
  for k = pos..step..n-1
    number : scalar'double = x[k]
    if !(number > below && number < above)
      found = 1
    endif
  endfor
  y[pos] = found
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

% The generator of runtime/builtin/random/random-blocks.c: the four words of block `counter` of the seed whose halves
% the keys are, in one of its streams. Words are whole numbers of 32 bits; a product of two of them wraps in 64.
function [x0, x1, x2, x3] = __device__ random_words(key0 : int, key1 : int, counter : int, stream : int)
  x0 = and(counter, 4294967295)
  x1 = and(shr(counter, 32), 4294967295)
  x2 = int(stream)
  x3 = int(0)
  for n = 0..9
    p = 3528531795*x0
    q = 3449720151*x2
    x0 = xor(xor(and(shr(q, 32), 4294967295), x1), and(key0 + 2654435769*n, 4294967295))
    x1 = and(q, 4294967295)
    x2 = xor(xor(and(shr(p, 32), 4294967295), x3), and(key1 + 3144134277*n, 4294967295))
    x3 = and(p, 4294967295)
  endfor
endfunction

% Elements 2 pos and 2 pos + 1 of n: [0, 1) with 24 bits, and with 53.
function [] = __kernel__ uniform_single(y : vec'unchecked, n : int, key0 : int, key1 : int, counter : int, pos : int)
  [x0, x1, x2, x3] = random_words(key0, key1, counter + pos, 0)
  y[2*pos] = shr(x1, 8) * 5.9604644775390625e-08
  if 2*pos + 1 < n
    y[2*pos+1] = shr(x3, 8) * 5.9604644775390625e-08
  endif
endfunction

function [] = __kernel__ uniform_double(y : vec[scalar'double]'unchecked, n : int, key0 : int, key1 : int,
    counter : int, pos : int)
  [x0, x1, x2, x3] = random_words(key0, key1, counter + pos, 0)
  y[2*pos] = (shl(x1, 21) + shr(x0, 11)) * 1.1102230246251565e-16
  if 2*pos + 1 < n
    y[2*pos+1] = (shl(x3, 21) + shr(x2, 11)) * 1.1102230246251565e-16
  endif
endfunction

% A number below `values` (at most 2^31) of the 64 bits of two words: the upper half of their product; rest: 2^64 modulo
% values. is_second: of the block's two numbers.
function y = __device__ random_below(key0 : int, key1 : int, counter : int, is_second : int, high : int, low : int,
    values : int, rest : int)
  stream = int(0)
  lower = low*values
  upper = high*values + shr(lower, 32)
  while and(upper, 4294967295) == 0 && and(lower, 4294967295) < rest
    stream += 1
    [x0, x1, x2, x3] = random_words(key0, key1, counter, stream)
    lower = (is_second == 1 ? x2 : x0)*values
    upper = (is_second == 1 ? x3 : x1)*values + shr(lower, 32)
  endwhile
  y = shr(upper, 32)
endfunction

% Elements 2 pos and 2 pos + 1 of n: whole numbers.
function [] = __kernel__ uniform_whole(y : vec[??]'unchecked, n : int, key0 : int, key1 : int, counter : int,
    values : int, rest : int, pos : int)
  [x0, x1, x2, x3] = random_words(key0, key1, counter + pos, 0)
  y[2*pos] = random_below(key0, key1, counter + pos, 0, x1, x0, values, rest)
  if 2*pos + 1 < n
    y[2*pos+1] = random_below(key0, key1, counter + pos, 1, x3, x2, values, rest)
  endif
endfunction

% The functions of random-blocks.c, with the same roundings: the logarithm of 2^-53 <= x <= 1, sine and cosine of |t| <=
% pi/4.
function y = __device__ random_logarithm(x : scalar'double)
  m : scalar'double = x
  e : scalar'double = 0.0
  step = int(32)
  scale : scalar'double = 4294967296.0
  for k = 0..5
    if m*scale < 1
      m = m*scale
      e = e - step
    endif
    scale = sqrt(scale)
    step = shr(step, 1)
  endfor
  if m < 0.7071067811865476
    m = 2*m
    e = e - 1
  endif
  s = (m - 1) / (m + 1)
  z = s*s
  series : scalar'double = 1.0/23
  series = series*z + 1.0/21
  series = series*z + 1.0/19
  series = series*z + 1.0/17
  series = series*z + 1.0/15
  series = series*z + 1.0/13
  series = series*z + 1.0/11
  series = series*z + 1.0/9
  series = series*z + 1.0/7
  series = series*z + 1.0/5
  series = series*z + 1.0/3
  y = e*0.6931471805598903 + (2*s + (2*s*(z*series) + e*5.497923018708371e-14))
endfunction

function y = __device__ random_sine(t : scalar'double)
  z = t*t
  series : scalar'double = -1.0/1307674368000.0
  series = series*z + 1.0/6227020800.0
  series = series*z - 1.0/39916800
  series = series*z + 1.0/362880
  series = series*z - 1.0/5040
  series = series*z + 1.0/120
  series = series*z - 1.0/6
  y = t + t*(z*series)
endfunction

function y = __device__ random_cosine(t : scalar'double)
  z = t*t
  series : scalar'double = 1.0/20922789888000.0
  series = series*z - 1.0/87178291200.0
  series = series*z + 1.0/479001600
  series = series*z - 1.0/3628800
  series = series*z + 1.0/40320
  series = series*z - 1.0/720
  series = series*z + 1.0/24
  y = 1 - z/2 + z*z*series
endfunction

% Elements 2 pos and 2 pos + 1 of n, normally distributed.
function [] = __kernel__ normal(y : vec[??]'unchecked, n : int, key0 : int, key1 : int, counter : int, pos : int)
  [x0, x1, x2, x3] = random_words(key0, key1, counter + pos, 0)
  u : scalar'double = (shl(x1, 21) + shr(x0, 11) + 1) * 1.1102230246251565e-16
  radius = sqrt(-2*random_logarithm(u))
  turn : scalar'double = 4.440892098500626e-16 * (shl(x3, 21) + shr(x2, 11))
  quarter = int(turn + 0.5)
  t = (turn - quarter) * 1.5707963267948966
  c = radius*random_cosine(t)
  s = radius*random_sine(t)
  first = and(quarter, 1) == 1 ? s : c
  second = and(quarter, 1) == 1 ? c : s
  y[2*pos] = and(quarter + 1, 2) == 2 ? -first : first
  if 2*pos + 1 < n
    y[2*pos+1] = and(quarter, 2) == 2 ? -second : second
  endif
endfunction

% Whether a comes before b: NaN is last. sign: -1 for descending order.
function y = __device__ comes_before(a, b, sign : int)
  if isnan(a) || isnan(b)
    y = !isnan(a) && isnan(b)
  else
    y = sign > 0 ? a < b : a > b
  endif
endfunction

% Sorting lines of `length` rows of inner elements, of which the one at hand begins at `from`: where element k goes so
% that two sorted runs of `run` elements become one, or with run 1, so that each 32 elements are sorted. It goes on by
% as many of the others as come before it; of equal ones the first comes first.
function to = __device__ sorted_place(x : vec[??]'unchecked, from : int, length : int, inner : int, run : int,
    sign : int, k : int)
  value = x[from + k*inner]
  if run == 1
    first = k - and(k, 31)
    to = first
    for j = first..min(first + 32, length)-1
      other = x[from + j*inner]
      if j < k ? !comes_before(value, other, sign) : comes_before(other, value, sign)
        to += 1
      endif
    endfor
  else
    own = int(k/run)
    is_second = and(own, 1)
    first = (own + 1 - 2*is_second)*run
    low = first
    high = min(low + run, length)
    while low < high
      middle = shr(low + high, 1)
      other = x[from + middle*inner]
      if is_second == 1 ? !comes_before(value, other, sign) : comes_before(other, value, sign)
        low = middle + 1
      else
        high = middle
      endif
    endwhile
    to = k - is_second*run + low - first
  endif
endfunction

function [] = __kernel__ sort_values(x : vec[??]'unchecked, y : vec[??]'unchecked, length : int, inner : int,
    run : int, sign : int, pos : ivec3)
  from = pos[0]*length*inner + pos[2]
  y[from + inner*sorted_place(x, from, length, inner, run, sign, pos[1])] = x[from + pos[1]*inner]
endfunction

% p: the places in their lines that the elements of x had at first; q: those of the elements of y.
function [] = __kernel__ sort_places(x : vec[??]'unchecked, y : vec[??]'unchecked, p : vec[??]'unchecked,
    q : vec[??]'unchecked, length : int, inner : int, run : int, sign : int, pos : ivec3)
  from = pos[0]*length*inner + pos[2]
  to = from + inner*sorted_place(x, from, length, inner, run, sign, pos[1])
  y[to] = x[from + pos[1]*inner]
  q[to] = run == 1 ? pos[1] : p[from + pos[1]*inner]
endfunction

% Medians of sorted lines of `length` rows of inner elements: NaN where there is one, which is last.
function [] = __kernel__ medians(x : vec[??]'unchecked, y : vec[??]'unchecked, length : int, inner : int,
    two : scalar'double, pos : ivec2)
  from = pos[0]*length*inner + pos[1]
  half = shr(length, 1)
  last : scalar'double = x[from + (length-1)*inner]
  result : scalar'double = x[from + half*inner]
  if isnan(last)
    result = last
  elseif and(length, 1) == 0
    below : scalar'double = x[from + (half-1)*inner]
    result = (below + result)/two
  endif
  y[pos[0]*inner + pos[1]] = result
endfunction

% How many of each `chunk` elements of n are set.
function [] = __kernel__ count_set(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, chunk : int, pos : int)
  found = int(0)
  for k = pos*chunk..min(n, (pos+1)*chunk)-1
    if x[k] != 0
      found += 1
    endif
  endfor
  y[pos] = found
endfunction

% The positions of these, a row of `rank` numbers each, 2 or 3: x has n1 x n2 elements behind its first dimension.
% before: running sums of what count_set has counted.
function [] = __kernel__ find_set(x : vec[??]'unchecked, before : vec[??]'unchecked, y : vec[??]'unchecked, n : int,
    chunk : int, rank : int, n1 : int, n2 : int, pos : int)
  to = int(0)
  if pos > 0
    to = rank*before[pos-1]
  endif
  for k = pos*chunk..min(n, (pos+1)*chunk)-1
    if x[k] != 0
      row = int(k/(n1*n2))
      rest = k - row*n1*n2
      column = int(rest/n2)
      y[to] = row
      y[to+1] = column
      if rank > 2
        y[to+2] = rest - column*n2
      endif
      to += rank
    endif
  endfor
endfunction

% The elements of x at which m is set, one after the other; before: as above.
function [] = __kernel__ select_set(x : vec[??]'unchecked, m : vec[??]'unchecked, before : vec[??]'unchecked,
    y : vec[??]'unchecked, n : int, chunk : int, pos : int)
  to = int(0)
  if pos > 0
    to = before[pos-1]
  endif
  for k = pos*chunk..min(n, (pos+1)*chunk)-1
    if m[k] != 0
      y[to] = x[k]
      to += 1
    endif
  endfor
endfunction

% Sums of the squared magnitudes of every step-th element of n.
function [] = __kernel__ square_sums(x : vec[??]'unchecked, y : vec[??]'unchecked, n : int, step : int,
    zero : scalar'double, pos : int)
  total = zero
  for k = pos..step..n-1
    total += real(x[k])*real(x[k]) + imag(x[k])*imag(x[k])
  endfor
  y[pos] = total
endfunction

% Sums of products of every step-th elements of n; zero: of their kind. Those of single precision are rounded first.
function [] = __kernel__ product_sums(x : vec[??]'unchecked, z : vec[??]'unchecked, y : vec[??]'unchecked, n : int,
    step : int, zero, unused : scalar'double, pos : int)
  total = zero
  for k = pos..step..n-1
    total += x[k]*z[k]
  endfor
  y[pos] = total
endfunction

function [] = __kernel__ product_sums_single(x : vec[??]'unchecked, z : vec[??]'unchecked, y : vec[??]'unchecked,
    n : int, step : int, zero : scalar'double, pos : int)
  total = zero
  for k = pos..step..n-1
    product : scalar'single = x[k]*z[k]
    total += product
  endfor
  y[pos] = total
endfunction

% Roots of unity, exp(-2 pi i k/n) for k = 0..n-1, each from an angle of at most an eighth of a turn.
function [] = __kernel__ transform_roots(y : vec[??]'unchecked, n : int, quarter_turn : scalar'double, pos : int)
  quarter = int(4*pos/n)
  rest = 4*pos - quarter*n
  if 2*rest > n
    quarter += 1
    rest -= n
  endif
  angle = quarter_turn*rest/n
  c = cos(angle)
  s = -sin(angle)
  quarter = and(quarter, 3)
  re = quarter == 0 ? c : quarter == 1 ? s : quarter == 2 ? -c : -s
  im = quarter == 0 ? s : quarter == 1 ? -c : quarter == 2 ? -s : c
  y[pos] = complex(re, im)
endfunction

% A step of the Fourier transforms of lines of `length` rows of inner elements (Stockham's order: what comes out is in
% place): transforms of length `done` become those of done*radix. Each work item makes one element. sign: -1 for the
% inverse.
function y = __device__ transform_element(x : vec[??]'unchecked, roots : vec[??]'unchecked, length : int, inner : int,
    done : int, radix : int, sign : int, pos : ivec3)
  m = mod(pos[1], done)
  t = int(pos[1]/done)
  q = mod(t, radix)
  apart = int(length/radix)
  turn = m*int(apart/done) + q*apart
  from = pos[0]*length*inner + (int(t/radix)*done + m)*inner + pos[2]
  at = int(0)
  y = complex(0.0, 0.0)
  for r = 0..radix-1
    w = roots[at]
    if sign < 0
      w = conj(w)
    endif
    y = y + w*x[from + r*apart*inner]
    at += turn
    if at >= length
      at -= length
    endif
  endfor
endfunction

function [] = __kernel__ transform_step(x : vec[??]'unchecked, roots : vec[??]'unchecked, y : vec[??]'unchecked,
    length : int, inner : int, done : int, radix : int, sign : int, divisor : scalar, pos : ivec3)
  to = (pos[0]*length + pos[1])*inner + pos[2]
  y[to] = transform_element(x, roots, length, inner, done, radix, sign, pos)/divisor
endfunction

function [] = __kernel__ transform_step_to_real(x : vec[??]'unchecked, roots : vec[??]'unchecked,
    y : vec[??]'unchecked, length : int, inner : int, done : int, radix : int, sign : int, divisor : scalar,
    pos : ivec3)
  to = (pos[0]*length + pos[1])*inner + pos[2]
  y[to] = real(transform_element(x, roots, length, inner, done, radix, sign, pos))/divisor
endfunction

% Elements of x, real or complex, divided by a number: as complex ones, or their real parts.
function [] = __kernel__ divide_complex(x : vec[??]'unchecked, y : vec[??]'unchecked, divisor : scalar'double,
    pos : int)
  y[pos] = complex(real(x[pos])/divisor, imag(x[pos])/divisor)
endfunction

function [] = __kernel__ divide_real_part(x : vec[??]'unchecked, y : vec[??]'unchecked, divisor : scalar'double,
    pos : int)
  y[pos] = real(x[pos])/divisor
endfunction

% Of spectra of n0 x n1 x n numbers, pos[0] counting the rows of all of them: the place in one direction that lies
% opposite, where the transform of real numbers has the conjugate.
function y = __device__ opposite(k : int, n : int)
  y = k == 0 ? k : n - k
endfunction

% Such spectra, from the first n/2 + 1 numbers of their lines.
function [] = __kernel__ spectrum_from_half(x : vec[??]'unchecked, y : vec[??]'unchecked, n0 : int, n1 : int, n : int,
    unused : scalar'double, pos : ivec3)
  half = shr(n, 1) + 1
  to = (pos[0]*n1 + pos[1])*n + pos[2]
  if pos[2] < half
    y[to] = x[(pos[0]*n1 + pos[1])*half + pos[2]]
  else
    i = mod(pos[0], n0)
    row = pos[0] - i + opposite(i, n0)
    y[to] = conj(x[(row*n1 + opposite(pos[1], n1))*half + n - pos[2]])
  endif
endfunction

% And these halves, of the sum of any spectrum and what lies opposite, conjugated.
function [] = __kernel__ half_of_spectrum(x : vec[??]'unchecked, y : vec[??]'unchecked, n0 : int, n1 : int, n : int,
    divisor : scalar'double, pos : ivec3)
  half = shr(n, 1) + 1
  i = mod(pos[0], n0)
  row = pos[0] - i + opposite(i, n0)
  a = x[(pos[0]*n1 + pos[1])*n + pos[2]]
  b = x[(row*n1 + opposite(pos[1], n1))*n + opposite(pos[2], n)]
  y[(pos[0]*n1 + pos[1])*half + pos[2]] = complex((real(a) + real(b))/divisor, (imag(a) - imag(b))/divisor)
endfunction
