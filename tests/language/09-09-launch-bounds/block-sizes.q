% proves: 9.9 a kernel's launch bound limits the blocks that are chosen for it, and what max_block_size and opt_block_size say
% expect: ok
function [] = __kernel__ line(y : vec, pos : int, blkdim : int)
    {!cuda_launch_bounds max_threads_per_block=96; min_blocks_per_sm=4}
    y[pos] = blkdim
endfunction
function [] = __kernel__ plane(y : mat, pos : ivec2, blkdim : ivec2)
    {!cuda_launch_bounds max_threads_per_block=64}
    y[pos] = prod(blkdim)
endfunction
function [] = __kernel__ free(y : vec, pos : int, blkdim : int)
    y[pos] = blkdim
endfunction

y = zeros(4096)
parallel_do(4096, y, line)
assert(max(y) <= 96 && min(y) > 1)
assert(prod(max_block_size(line, 4096)) <= 96 && prod(opt_block_size(line, 4096)) <= 96)
parallel_do(4096, y, free)
assert(y[0] > 96 && prod(max_block_size(free, 4096)) > 96)
parallel_do([4096],[128], y, line)
assert(y[0] == 128)
for k=0..4
    z = zeros(61+k, 128)
    parallel_do(size(z), z, plane)
    assert(max(z) <= 64 && min(z) >= 1)
endfor
b = max_block_size(plane, [32,32])
assert(numel(b) == 2 && prod(b) == 64)
print "ok"
