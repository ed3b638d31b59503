% proves: 2.4.4 shared memory, barriers in uniform control flow, partial blocks of two and three dimensions
% expect: ok
function [] = __kernel__ reduce(x : vec'unchecked, y : vec, pos : int, blkpos : int, blkdim : int, blkidx : int)
    bins = shared(blkdim)
    bins[blkpos] = x[pos]
    syncthreads
    bit = 1
    while bit < blkdim
        index = 2*bit*blkpos
        if index + bit < blkdim
            bins[index] = bins[index] + bins[index + bit]
        endif
        syncthreads
        bit *= 2
    endwhile
    if blkpos == 0
        y[blkidx] = bins[0]
    endif
endfunction

% A value of each work item and a vector outlive barriers; the loop around a barrier is the same for the block.
function [] = __kernel__ rotate(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    s = shared(blkdim[0], blkdim[1])
    v = [x[pos], 0.0]
    for k = 1..blkdim[1]
        s[blkpos] = v[0]
        syncthreads
        v[1] += v[0] * k
        v[0] = s[blkpos[0], mod(blkpos[1] + 1, blkdim[1])]
        syncthreads(block)
    endfor
    y[pos] = v[0] + v[1]
endfunction

function [] = __kernel__ counts(x : vec, h : vec[int], pos : int, blkpos : int, blkcnt : int)
    s = shared_zeros[int](8)
    s[int(mod(x[pos], 8))] += 1
    syncthreads(warp)
    if blkpos < 8
        h[blkpos] += s[blkpos]
    endif
endfunction

function [] = main()
    n = 1000
    x = zeros(n)
    for i = 0..n-1
        x[i] = mod(i * 7, 31)
    endfor
    y = zeros(n / 8)
    parallel_do([[n], [8]], x, y, reduce)
    for b = 0..n/8-1
        assert(y[b] == sum(x[8*b..8*b+7]))
    endfor

    a = zeros(10, 12)
    for i = 0..9
        for j = 0..11
            a[i,j] = i * 12 + j
        endfor
    endfor
    r = zeros(10, 12)
    parallel_do([[10, 12], [4, 4]], a, r, rotate)
    for i = 0..9
        for j = 0..11
            low = j - mod(j, 4)
            expected = a[i,j]
            for k = 1..4
                expected += k * a[i, low + mod(j + k - 1, 4)]
            endfor
            assert(r[i,j] == expected)
        endfor
    endfor

    h = vec[int](8)
    parallel_do([[n], [30]], x, h, counts)
    total = 0
    for k = 0..7
        expected = 0
        for i = 0..n-1
            expected += mod(x[i], 8) == k
        endfor
        assert(h[k] == expected)
        total += h[k]
    endfor
    assert(total == n)
    print "ok"
endfunction
