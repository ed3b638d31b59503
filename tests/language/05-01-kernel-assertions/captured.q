% proves: 5.1 what the host asserts of variables that a kernel captures is known in the kernel
% expect: ok
function y = windowed(x : vec, r : int)
    assert(r >= 1)
    assert(r <= 4)
    assert(numel(x) >= 8)
    n = numel(x)
    y = zeros(n)
    function [] = __kernel__ k(y : vec, pos : int)
        assert(pos < n - r)
        s = 0.0
        for i = 0..r
            s += x[pos + i]
        endfor
        if r > 4
            s = -1
        endif
        y[pos] = s + x[r]
    endfunction
    parallel_do(n - 4, y, k)
endfunction
function y = blocks(x : vec, r : int)
    assert(r >= 0 && r <= 8)
    y = zeros(numel(x))
    function [] = __kernel__ k(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
        s = shared(r + 32)
        s[blkpos] = x[pos]
        syncthreads
        y[pos] = s[blkdim - 1 - blkpos] + s[r]
    endfunction
    parallel_do(64, 32, x, y, k)
endfunction
x = 0..99
y = windowed(x, 3)
assert(y[0] == 0 + 1 + 2 + 3 + 3 && y[10] == 10 + 11 + 12 + 13 + 3)
assert(sum(windowed(x, 1)) == 9312)
z = blocks(0..63, 2)
assert(z[0] == 33 && z[31] == 2 && z[32] == 97)
failed = false
try
    windowed(x, 50)
catch e
    failed = true
endtry
assert(failed)
print "ok"
