% proves: 9.8 sync and shfl of this_grid, and groups handed to device functions
% expect: ok
function [] = __kernel__ turn(x : vec, y : vec, this_grid : thread_block, pos : int)
    x[pos] = 2 * x[pos]
    this_grid.sync()
    y[pos] = x[numel(x) - 1 - pos] + this_grid.shfl(x[pos], 5)
endfunction
function y = __device__ total(group : thread_block, v : scalar)
    n = group.size
    y = v
    while n > 1
        n /= 2
        y += group.shfl_xor(y, n)
    endwhile
endfunction
function [] = __kernel__ totals(x : vec, y : vec, this_thread_block : thread_block, pos : int)
    y[pos] = total(this_thread_block, x[pos])
endfunction
function [] = __kernel__ large(y : mat, this_grid : thread_block, pos : ivec2)
    y[pos] = this_grid.thread_idx / this_grid.size
endfunction

x = zeros(48)
for i = 0..47
    x[i] = i
endfor
y = zeros(48)
parallel_do([[48], [16]], x, y, turn)
for i = 0..47
    assert(x[i] == 2 * i && y[i] == 2 * (47 - i) + 10, "grid")
endfor
parallel_do([[48], [16]], x, y, totals)
assert(y[0] == sum(x[0..15]) && y[20] == sum(x[16..31]) && y[47] == sum(x[32..47]), "device")
z = zeros(200, 200)
parallel_do(size(z), z, large)
assert(z[100, 0] == 0.5, "position in a large grid")
print "ok"
