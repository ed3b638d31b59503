% manual: 2.4.1, 2.4.4 the length of pos decides over how many dimensions the items lie, up to 16; [dims,block] as one vector
% expect: ok
function [] = __kernel__ count(hits : mat, total : vec, pos : ivec2)
    hits[pos] += 1
    total[0] += 1
endfunction
hits = zeros(3, 4)
total = zeros(1)
parallel_do([3, 4, 5], hits, total, count)
assert(total[0] == 12 && max(hits) == 1 && min(hits) == 1, "each row and column once")

function [] = __kernel__ in_blocks(sums : vec, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    bin = shared_zeros(1)
    syncthreads
    bin[0] += pos[0]
    syncthreads
    if blkpos[0] == 0 && blkpos[1] == 0
        sums[0] += bin[0]
        sums[1] += 1
        sums[2] ^^= blkdim[1]
    endif
endfunction
sums = zeros(3)
parallel_do([4, 6, 2, 3], sums, in_blocks)
assert(sums[0] == 6 * (0 + 1 + 2 + 3) && sums[1] == 4 && sums[2] == 3, "dimensions and block in one vector")

function [] = __kernel__ weights(y : cube{5}, pos : ivec(5))
    y[pos] = pos[0] + 10 * pos[1] + 100 * pos[2] + 1000 * pos[3] + 10000 * pos[4]
endfunction
y = zeros([2, 3, 2, 3, 2])
parallel_do(size(y), y, weights)
for i=0..numel(y)-1
    p = ind2pos(size(y), i)
    assert(y[p] == p[0] + 10 * p[1] + 100 * p[2] + 1000 * p[3] + 10000 * p[4], "five dimensions")
endfor
z = zeros([2, 1, 2, 1, 2, 1, 3])
parallel_do(size(z), z, __kernel__ (z, pos) -> z[pos] = pos[6] + pos[0])
assert(sum(z) == 8 * (0 + 1 + 2) + 12, "position of any length")
print "ok"
