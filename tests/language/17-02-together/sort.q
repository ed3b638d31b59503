% proves: 17.2 blocks whose work items use shared memory by computed indices run in SIMD lanes, with the same result
% expect: ok
% Rows in two dimensions, pieces of a vector in one, numbers of blocks that no vector divides, and doubles beside ints.
function [] = __kernel__ sort_rows(x : mat'unchecked, y : mat'unchecked, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    s = shared(64)
    j = blkpos[1]
    s[j] = x[pos]
    syncthreads
    k : int = 2
    while k <= 64
        m : int = k / 2
        while m > 0
            other = xor(j, m)
            if other > j
                a = s[j]
                b = s[other]
                if (a > b) == (and(j, k) == 0)
                    s[j] = b
                    s[other] = a
                endif
            endif
            syncthreads
            m = m / 2
        endwhile
        k = 2*k
    endwhile
    y[pos] = s[j]
endfunction

function [] = __kernel__ sort_pieces(x : vec, y : vec, keys : vec[int32], pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    t = shared[int32](blkdim)
    s[blkpos] = x[pos]
    t[blkpos] = pos
    syncthreads
    for p=0..4
        for q=0..p
            d = 2^(p - q)
            partner = xor(blkpos, d)
            if and(blkpos, d) == 0
                up = and(blkpos, 2^(p + 1)) == 0
                if up ? s[blkpos] > s[partner] : s[blkpos] < s[partner]
                    v = s[blkpos]
                    s[blkpos] = s[partner]
                    s[partner] = v
                    w = t[blkpos]
                    t[blkpos] = t[partner]
                    t[partner] = w
                endif
            endif
            syncthreads
        endfor
    endfor
    y[pos] = s[blkpos]
    keys[pos] = t[blkpos]
endfunction

for n=[1,15,16,17,40]
    x = zeros(n,64)
    for i=0..n-1
        for j=0..63
            x[i,j] = mod(37*i*i + 91*i*j + 53*j*j + 11*j, 1009)
        endfor
    endfor
    y = zeros(n,64)
    parallel_do([size(x),[1,64]], x, y, sort_rows)
    for i=0..n-1
        assert(sum(y[i,:]) == sum(x[i,:]))
        for j=1..63
            assert(y[i,j-1] <= y[i,j])
        endfor
    endfor
    v = zeros(32*n)
    for i=0..numel(v)-1
        v[i] = mod(271*i*i + 13*i, 4099)
    endfor
    w = zeros(32*n)
    keys = vec[int32](32*n)
    parallel_do([[numel(v)],[32]], v, w, keys, sort_pieces)
    for i=0..numel(v)-1
        assert(w[i] == v[keys[i]])
        assert(floor(float(keys[i]) / 32) == floor(float(i) / 32))
        if mod(i, 32) > 0
            assert(w[i-1] <= w[i])
        endif
    endfor
endfor
print "ok"
