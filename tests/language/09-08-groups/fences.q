% proves: 9.8.1 syncthreads with a parameter
% expect: ok
function [] = __kernel__ k(x : vec, y : vec, pos : int, blkpos : int)
    s = shared(16)
    s[blkpos] = x[pos]
    syncthreads(block)
    t = s[mod(blkpos+1,16)]
    syncthreads(warp)
    s[blkpos] = t
    syncthreads(block)
    y[pos] = s[mod(blkpos+1,16)]
    memfence(block)
    memfence(grid)
    memfence(system)
endfunction
x = 0..15
y = zeros(16)
parallel_do([[1,16],[1,16]], x, y, k)
for i=0..15
    assert(y[i] == mod(i+2,16), "two steps")
endfor
syncthreads(host)
print "ok"
