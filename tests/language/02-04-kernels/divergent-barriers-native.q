% proves: 2.4.4 a barrier is met by those work items that reach it; the others go on or have returned
% expect: ok
function [] = __kernel__ some(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    s[blkpos] = x[pos]
    syncthreads
    t = 0.0
    for k = 0..3
        if mod(blkpos + k, 3) == 0
            t += s[mod(blkpos + 1, blkdim)]
            syncthreads
            s[blkpos] += t
        endif
    endfor
    y[pos] = t + s[blkpos]
endfunction

function [] = __kernel__ leaves(x : vec, y : vec, pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    if blkpos == 3
        y[pos] = -1
        return
    endif
    s[blkpos] = x[pos]
    n = 0
    while n < blkpos
        n += 1
        syncthreads
        s[blkpos] += s[mod(blkpos + blkdim - n, blkdim)] * 0 + 1
    endwhile
    y[pos] = s[blkpos]
endfunction

function [] = main()
    x = [1., 2., 3., 4., 5., 6.]
    y = zeros(6)
    parallel_do([[6], [6]], x, y, some)
    % First barrier: items 0, 3 (k=0), 2, 5 (k=1), 1, 4 (k=2) have read their neighbours' first values.
    % Behind it 0 and 3 meet k=3.
    assert(y[1] == 3 + (2 + 3) && y[2] == 4 + (3 + 4))
    assert(y[4] == 6 + (5 + 6))
    z = zeros(6)
    parallel_do([[6], [6]], x, z, leaves)
    assert(z[0] == 1 && z[3] == -1 && z[5] == 6 + 5)
    print "ok"
endfunction
