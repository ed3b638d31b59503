% proves: 2.4.4 a barrier of the whole grid: every work item sees what all have written before it
% expect: ok
function [] = __kernel__ spread(a : vec'circular, b : vec'circular, rounds : int, pos : int)
  for k = 1..rounds
    b[pos] = (a[pos-1] + a[pos] + a[pos+1]) / 3
    syncthreads(grid)
    a[pos] = b[pos]
    syncthreads(grid)
  endfor
endfunction
a = zeros(3000)
a[1500] = 27
b = zeros(3000)
parallel_do(3000, a, b, 3, spread)
assert(abs(a[1500] - 7) < 1e-5 && abs(a[1497] - 1) < 1e-5 && abs(a[1499] - 6) < 1e-5 && a[1496] == 0)
assert(abs(sum(a) - 27) < 1e-4)
function [n : int] = __kernel__ reverse(m : mat, pos : ivec2)
  v = m[size(m,0)-1-pos[0], size(m,1)-1-pos[1]]
  kept = [v, 2*v]
  syncthreads(grid)
  m[pos] = kept[1] - kept[0] + 1
  if m[pos] > 100
    syncthreads(grid)
    n += 1
  endif
endfunction
m = zeros(20,30)
for i = 0..19
  for j = 0..29
    m[i,j] = i * 30 + j
  endfor
endfor
n = parallel_do([20,30], m, reverse)
assert(m[0,0] == 600 && m[19,29] == 1 && m[3,4] == 600 - 94 && n == 500)
print "ok"
