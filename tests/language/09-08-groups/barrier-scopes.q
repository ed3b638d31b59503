% proves: 9.8.1 syncthreads(warp) before the block, the block before the grid, the grid before multi_grid
% expect: ok
function [] = __kernel__ upper_warp(y : vec, pos : int, blkpos : int)
  s = shared(32)
  t = shared(32)
  if blkpos >= 32
    s[blkpos - 32] = blkpos
    syncthreads(warp)
    t[blkpos - 32] = s[63 - blkpos]
  endif
  syncthreads
  y[pos] = t[mod(blkpos, 32)]
endfunction
function [] = __kernel__ warps_that_differ(y : vec, pos : int, blkpos : int)
  s = shared(96)
  w = int(blkpos/32)
  s[blkpos] = blkpos
  for i = 1..w+1
    syncthreads(warp)
    a = s[w*32 + 31 - mod(blkpos, 32)]
    syncthreads(warp)
    s[blkpos] = a + i
  endfor
  syncthreads(block)
  y[pos] = s[95 - blkpos]
endfunction
function [] = __kernel__ last_block(x : vec, y : vec, pos : int, blkpos : int, blkidx : int)
  s = shared(8)
  if blkidx == 3
    s[blkpos] = pos + 1
    syncthreads(block)
    x[blkpos] = s[7 - blkpos]
  endif
  syncthreads(grid)
  y[pos] = x[blkpos]
endfunction
function [] = __kernel__ before_all(x : vec, y : vec, pos : int)
  if pos >= 12
    x[pos - 12] = pos + 1
    syncthreads(grid)
    x[pos - 8] = x[15 - pos]*10
  endif
  syncthreads(multi_grid)
  y[pos] = x[mod(pos, 4) + 4]
endfunction
function [] = __kernel__ block_in_grid_of_groups(x : vec, y : vec, pos : int, blkidx : int, this_grid : thread_block)
  if blkidx == 3
    x[mod(pos, 4)] = pos + 1
    syncthreads
    x[mod(pos, 4) + 4] = x[3 - mod(pos, 4)]*10
  endif
  this_grid.sync()
  y[pos] = x[mod(pos, 4) + 4]
endfunction
function [] = __device__ meet()
  syncthreads(grid)
endfunction
function [] = __kernel__ in_device(x : vec, y : vec, pos : int)
  x[pos] = pos + 1
  meet()
  y[pos] = x[numel(x) - 1 - pos]
endfunction
y = zeros(128)
parallel_do([128], [64], y, upper_warp)
assert(sum(y) == 6080 && y[0] == 63 && y[40] == 55 && y[127] == 32, "warp, block")
y = zeros(192)
parallel_do([192], [96], y, warps_that_differ)
assert(sum(y) == 9760 && y[0] == 70 && y[40] == 58 && y[127] == 101, "warps")
x = zeros(8)
y = zeros(32)
parallel_do([32], [8], x, y, last_block)
assert(all(y == repmat([32,31,30,29,28,27,26,25], [1,4])), "block, grid")
x = zeros(8)
y = zeros(16)
parallel_do(16, x, y, before_all)
assert(all(y == repmat([160,150,140,130], [1,4])), "grid, multi_grid")
x = zeros(8)
y = zeros(16)
parallel_do([16], [4], x, y, block_in_grid_of_groups)
assert(all(y == repmat([160,150,140,130], [1,4])), "block, group")
x = zeros(2000)
y = zeros(2000)
parallel_do([2000], [10], x, y, in_device)
assert(all(y == (2000..-1..1)), "grid in a device function")
print "ok"
