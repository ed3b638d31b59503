% proves: 17.2 blocks that run in SIMD lanes: butterflies, loops and conditions that differ between blocks, block numbers
% expect: ok
function [] = __kernel__ walsh(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    s = shared(blkdim[0], blkdim[1])
    s[blkpos] = x[pos]
    syncthreads
    d : int = 1
    while d < blkdim[1]
        a = s[blkpos[0], blkpos[1]]
        b = s[blkpos[0], xor(blkpos[1], d)]
        syncthreads
        s[blkpos] = and(blkpos[1], d) == 0 ? a + b : b - a
        syncthreads
        d = 2*d
    endwhile
    y[pos] = s[blkpos]
endfunction

% What each block does depends on its number and on its elements; indices reach over the end of shared memory.
function [] = __kernel__ mixed(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2, blkidx : ivec2)
    s = shared(16)
    t = shared(16)
    s[blkpos[1]] = x[pos]
    syncthreads
    total = 0.0
    for d=1..5
        v = s[xor(blkpos[1], d)]
        far = s[3*blkpos[1] - d]
        n = mod(v, 4) + mod(blkidx[0], 3)
        k = 0
        while k < n
            total += v + k
            if total > 500
                break
            endif
            k += 1
        endwhile
        for l=0..mod(blkidx[1], 2) + 1
            if mod(v + l, 2) == 0
                total += far
            else
                total -= l * d
            endif
        endfor
        t[mod(5*blkpos[1] + d, 16)] = total
        syncthreads
        if total > 100 && d > 2
            s[blkpos[1]] = t[15 - blkpos[1]]
        endif
        syncthreads
    endfor
    y[pos] = total + t[blkpos[1]] + 1000*blkidx[0] + blkidx[1]
endfunction

% The same by a work item at a time, on the host.
function y = mixed_by_hand(x : mat)
    y = zeros(size(x))
    {!interpreted for}
    for i=0..size(x,0)-1
        for c=0..size(x,1)/16-1
            s = zeros(16)
            t = zeros(16)
            totals = zeros(16)
            for j=0..15
                s[j] = x[i,16*c+j]
            endfor
            for d=1..5
                for j=0..15
                    v = s[xor(j, d)]
                    far = 3*j - d >= 0 && 3*j - d < 16 ? s[3*j - d] : 0
                    n = mod(v, 4) + mod(i, 3)
                    k = 0
                    total = totals[j]
                    while k < n
                        total += v + k
                        if total > 500
                            break
                        endif
                        k += 1
                    endwhile
                    for l=0..mod(c, 2) + 1
                        if mod(v + l, 2) == 0
                            total += far
                        else
                            total -= l * d
                        endif
                    endfor
                    totals[j] = total
                    t[mod(5*j + d, 16)] = total
                endfor
                u = copy(s)
                for j=0..15
                    if totals[j] > 100 && d > 2
                        u[j] = t[15 - j]
                    endif
                endfor
                s = u
            endfor
            for j=0..15
                y[i,16*c+j] = totals[j] + t[j] + 1000*i + c
            endfor
        endfor
    endfor
endfunction

for n=[3,16,33]
    x = zeros(2*n,32)
    for i=0..2*n-1
        for j=0..31
            x[i,j] = mod(29*i*i + 17*i*j + 7*j*j + j, 23)
        endfor
    endfor
    y = zeros(size(x))
    parallel_do([size(x),[2,32]], x, y, walsh)
    z = zeros(size(x))
    parallel_do([size(x),[2,32]], y, z, walsh)
    assert(max(abs(z - 32*x)) == 0)
    assert(y[0,0] == sum(x[0,:]))
    w = zeros(size(x))
    parallel_do([size(x),[1,16]], x, w, mixed)
    assert(max(abs(w - mixed_by_hand(x))) == 0)
endfor
print "ok"
