% proves: 2.2.3, LANGUAGE: kernel arithmetic on unsigned elements gives the value that signed 64 bits would
% expect: ok
import "inttypes.q"
function [] = __kernel__ difference(a : vec[uint32], b : vec[uint32'sat], c : vec[uint64], y : vec, pos : int)
    y[pos] = a[pos] - b[pos] + (c[pos] - 9)
    y[pos] += max(a[pos] - b[pos], -2) + (a[pos] > b[pos] ? 100 : 200)
    b[pos] = a[pos] - b[pos]
endfunction
function [] = __kernel__ through_shared(a : vec[uint32], y : vec, pos : int, blkpos : int, blkdim : int)
    t = shared[uint32](blkdim)
    t[blkpos] = a[pos]
    syncthreads
    y[pos] = t[blkpos] - t[blkdim-1-blkpos]
endfunction
a = vec[uint32](8)
b = vec[uint32](8)
c = vec[uint64](8)
y = zeros(8)
for i = 0..7
    a[i] = i
    b[i] = 4
    c[i] = i
endfor
d = a - b
assert(d[0] == -4 && d[7] == 3, "the host")
for i = 0..7
    y[i] = (a[i] - b[i])*2 + (c[i] - 9)
endfor
assert(y[0] == -17 && y[7] == 4, "a loop")
s = 0.0
for i = 0..7
    s += a[i] - b[i]
endfor
assert(s == -4, "a sum")
parallel_do(8, a, b, c, y, difference)
for i = 0..7
    assert(y[i] == (i-4) + (i-9) + max(i-4, -2) + (i > 4 ? 100 : 200), "a kernel")
    assert(b[i] == max(i-4, 0), "clipped, not wrapped")
endfor
parallel_do([[8],[8]], a, y, through_shared)
assert(y[0] == -7 && y[7] == 7, "shared memory")
print "ok"
