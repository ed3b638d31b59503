% proves: 9.8 an exchange meets the work items that wait at the same call at the same time, not those that come there later
% expect: ok
function [] = __kernel__ k(x : vec, y : vec, blkpos : int, pos : int, coalesced_threads : thread_block)
    me = int(blkpos)
    for i=0..mod(me, 3)
        t = coalesced_threads.shfl_xor(me, 8)
    endfor
    syncthreads(warp)
    y[pos] = coalesced_threads.shfl(x[me], 5)
endfunction
x = 10*(1..8)
y = zeros(8)
parallel_do([[8],[8]], x, y, k)
% items 0, 3 and 6 come first, then 1, 4 and 7, then 2 and 5
for i=0..7
    assert(y[i] == (mod(i, 3) == 2 ? 60 : x[i]))
endfor
print "ok"
