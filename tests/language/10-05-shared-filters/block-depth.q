% proves: 10.5 a block that the runtime chooses holds all channels of an image, and the bounds that a kernel asserts;
% 10.9 a small grid of three dimensions is one block
% expect: ok
function [] = __kernel__ rows(x : cube, y : cube, pos : ivec3, blkpos : ivec3, blkdim : ivec3)
    [M, N, P] = blkdim + [2, 0, 0]
    assert(M <= 10 && N <= 16 && P <= 4)
    s = shared(M, N, P)
    s[blkpos] = x[pos[0], pos[1], blkpos[2]]
    if blkpos[0] < 2
        s[blkpos + [blkdim[0], 0, 0]] = x[pos[0] + blkdim[0], pos[1], blkpos[2]]
    endif
    syncthreads
    total = 0.
    for i = 0..2
        total += s[blkpos[0] + i, blkpos[1], blkpos[2]]
    endfor
    y[pos] = total
endfunction

function [] = __kernel__ product(A : mat, B : mat, C : mat, blkpos : ivec3, blkdim : ivec3)
    parts = shared(blkdim)
    part = 0.
    for k = blkpos[0]..blkdim[0]..size(A,1)-1
        part += A[blkpos[1], k] * B[k, blkpos[2]]
    endfor
    parts[blkpos] = part
    syncthreads
    if blkpos[0] == 0
        total = 0.
        for i = 0..blkdim[0]-1
            total += parts[i, blkpos[1], blkpos[2]]
        endfor
        C[blkpos[1], blkpos[2]] = total
    endif
endfunction

function [] = main()
    x = zeros(32, 40, 3)
    for m = 0..31
        for n = 0..39
            for c = 0..2
                x[m,n,c] = mod(m * 7 + n * 3 + c * 50, 101)
            endfor
        endfor
    endfor
    y = zeros(size(x))
    parallel_do(size(y), x, y, rows)
    for m = 0..29
        for n = 0..39
            for c = 0..2
                assert(y[m,n,c] == x[m,n,c] + x[m+1,n,c] + x[m+2,n,c])
            endfor
        endfor
    endfor

    A = ones(3, 24)
    A[1,5] = 4
    B = ones(24, 20)
    B[5,19] = 2
    C = zeros(3, 20)
    parallel_do([16, 3, 20], A, B, C, product)
    assert(sum(abs(C - A * B)) == 0)
    print "ok"
endfunction
