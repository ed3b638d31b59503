% proves: 2.4.1 a kernel's `vec` without a length takes arrays of any dimensions, compiled too
% expect: ok
function [] = __kernel__ twice(x : vec, y : vec'unchecked, pos : int)
    y[pos] = 2*x[pos]
endfunction
function y = doubled(x : vec)
    y = zeros(size(x))
    parallel_do(size(x), x, y, __kernel__ (x : vec, y : vec, pos : int) -> y[pos] = 2*x[pos])
endfunction
function t : scalar = __kernel__ total(x : vec, blkpos : int, blkdim : int)
    s = shared(blkdim)
    v = 0.0
    for k=blkpos..blkdim..numel(x)-1
        v += x[k]
    endfor
    s[blkpos] = v
    syncthreads
    if blkpos == 0
        t += sum(s[0..15])
    endif
endfunction

x = linspace(0,99,100)
y = doubled(x)
assert(y[99] == 198 && sum(y) == 9900)
assert(sum(doubled(y)) == 19800)
a = reshape(x, [4,5,5])
b = zeros(4,5,5)
parallel_do(100, a, b, twice)
assert(b[0,0,0] == 0 && b[3,4,4] == 198 && b[1,0,2] == 54)
assert(parallel_do([16],[16], a, total) == 4950)
print "ok"
