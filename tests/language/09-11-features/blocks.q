% proves: 9.11, 2.4.4 gpu_feature and the block functions agree with each other and with blocks that launches get
% expect: ok
function [] = __kernel__ tell(y : mat, pos : ivec2, blkdim : ivec2)
    y[pos] = prod(blkdim)
endfunction
function [] = __kernel__ sums(x : vec'unchecked, pos : int, blkpos : int, blkdim : int)
    s = shared(1024)
    s[blkpos] = x[pos]
    syncthreads
    x[pos] = s[blkdim-1-blkpos]
endfunction

largest = gpu_feature("max_threads_per_block")
assert(prod(max_block_size(tell, [4096,4096])) <= largest && prod(max_block_size([4096,4096])) <= largest)
assert(prod(opt_block_size(tell, [1024,2048])) <= largest && prod(opt_block_size(tell)) <= largest)
assert(all(max_block_size(tell, [2,3]) == [2,3]))

% a launch without a block size has one that the device runs
y = zeros(64,128)
parallel_do(size(y), y, tell)
assert(max(y) <= largest && min(y) >= 1)

% and the largest one is run, too
n = min(prod(max_block_size(sums, 1024)), 1024)
x = linspace(0, n-1, n)
parallel_do([[n],[n]], x, sums)
assert(x[0] == n-1 && x[n-1] == 0)

% as many blocks as are active at a time: no more than there is work, and no more than the device has room for
block = opt_block_size(sums, 4096)
count = opt_block_cnt(sums, block, 4096)
assert(prod(count) >= 1 && prod(count.*block) <= 4096)
assert(all(opt_block_cnt(tell, [8,8], [16,24]) >= 1) && all(opt_block_cnt(tell, [8,8], [16,24]) <= [2,3]))
assert(prod(opt_block_cnt(tell, [8,8])) >= 1)

% sizes whose product no integer holds
assert(prod(max_block_size([4096,4096,4096,4096,4096,4096,4096])) <= max_block_size(10^9))
assert(all(opt_block_cnt(tell, [4294967296,4294967296], [9223372036854775807,9223372036854775807]) >= 1))
print "ok"
