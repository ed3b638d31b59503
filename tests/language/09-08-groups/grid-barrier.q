% proves: 9.8.1 syncthreads(grid): what all blocks have written before it can be read behind it
% expect: ok
function [] = __kernel__ twice(x : mat, y : mat, z : mat, f : vec, n : int, pos : ivec2)
    total = 0.
    for i = 0..numel(f)-1
        total += x[pos + [0, i - n]] * f[i]
    endfor
    z[pos] = total
    syncthreads(grid)
    total = 0.
    for i = 0..numel(f)-1
        total += z[pos + [i - n, 0]] * f[i]
    endfor
    y[pos] = total
endfunction

function [] = __kernel__ backwards(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    s[blkpos] = x[pos]
    syncthreads(block)
    y[pos] = s[blkdim - 1 - blkpos]
    syncthreads(grid)
    x[pos] = y[numel(y) - 1 - pos]
endfunction

x = zeros(20, 24)
for m = 0..19
    for n = 0..23
        x[m,n] = mod(m * 7 + n * 5, 11)
    endfor
endfor
y = zeros(20, 24)
z = zeros(20, 24)
f = [0.25, 0.5, 0.25]
parallel_do([[20, 24], [4, 8]], x, y, z, f, 1, twice)
for m = 2..17
    for n = 2..21
        expected = 0.0
        for i = 0..2
            for j = 0..2
                expected += f[i] * f[j] * x[m+i-1, n+j-1]
            endfor
        endfor
        assert(abs(y[m,n] - expected) < 1e-4)
    endfor
endfor
a = zeros(64)
for i = 0..63
    a[i] = i
endfor
b = zeros(64)
parallel_do([[64], [16]], a, b, backwards)
for i = 0..63
    % The blocks change places, and the order inside them is kept.
    assert(a[i] == 48 - 16 * int(i / 16) + mod(i, 16))
endfor
print "ok"
