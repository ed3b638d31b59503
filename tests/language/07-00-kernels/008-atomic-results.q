% proves: 6.3 an atomic compound assignment is an expression with the new value: places in a list
% expect: ok
function [n : int] = __kernel__ keep(x : vec, list : ivec, count : ivec(1), pos : int)
  if x[pos] > 0.5
    k = (count[0] += 1)
    list[k-1] = pos
    m = (n += 1)
    assert(m >= 1)
  endif
endfunction
x = zeros(10000)
for i = 0..numel(x)-1
  x[i] = mod(i,3) == 0 ? 1 : 0
endfor
list = -ones(10000)
l = ivec(10000)
count = ivec(1)
n = parallel_do(numel(x), x, l, count, keep)
assert(n == 3334 && count[0] == 3334)
seen = zeros(10000)
for k = 0..n-1
  seen[l[k]] += 1
endfor
assert(sum(seen) == 3334 && max(seen) == 1)
function [] = __kernel__ blocks(y : vec, pos : int, blkpos : int)
  c = shared(1)
  syncthreads
  k = (c[0] += 1)
  syncthreads
  y[pos] = k
endfunction
y = zeros(64)
parallel_do([[64],[16]], y, blocks)
assert(sum(y) == 4 * 16 * 17 / 2 && max(y) == 16)
function [] = __kernel__ others(y : vec, z : ivec, pos : int)
  a = (y[0] ^^= pos)
  b = (z[0] |= 1)
  c = (y[1 + pos] = 4)
  v = [1, 2]
  d = (v[1] += 3)
  y[pos + 20] = (b == 1) + c + d + (a >= pos)
endfunction
y = zeros(40)
parallel_do(10, y, ivec(1), others)
assert(y[0] == 9 && y[5] == 4 && y[20] == 11 && y[29] == 11)
print "ok"
