% proves: 9.1 loops around barriers with `continue` and `break`, in kernels whose work items share memory
% expect: ok
function [] = __kernel__ k(x : vec, y : vec, n : int, pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    s[blkpos] = x[pos]
    syncthreads
    d : int = 0
    while d < 8
        d += 1
        if d == 3
            continue
        endif
        v = s[xor(blkpos, 1)] + d
        syncthreads
        s[blkpos] = v
        syncthreads
        e : int = 0
        while e < 4
            e += 1
            if e == n
                break
            endif
            s[blkpos] += e
            syncthreads
        endwhile
        if d == 6
            break
        endif
    endwhile
    y[pos] = s[blkpos]
endfunction

x = 0..639
y = zeros(640)
parallel_do([[640],[32]], x, y, 3, k)
% 5 rounds with d = 1, 2, 4, 5, 6; each adds d and 1 + 2
{!interpreted for}
for i=0..639
    assert(y[i] == x[xor(i, 1)] + 18 + 15)
endfor
print "ok"
