% proves: 2.4 a work item that fails between barriers ends the launch with its error, and the others do not wait for it
% expect: error assertion failed: an odd one
function [] = __kernel__ halves(x : vec[int], y : vec, pos : int, blkpos : int)
    s = shared(8)
    s[blkpos] = x[pos]
    syncthreads
    assert(mod(s[blkpos], 2) == 0, "an odd one")
    syncthreads
    y[pos] = s[7 - blkpos] / 2
endfunction
x = int(2 * (0..15))
x[3] = 5
y = zeros(16)
parallel_do([[16], [8]], x, y, halves)
