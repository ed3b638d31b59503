% proves: 10.9 the three algorithms of the matrix product
% expect: ok
function C = dense_multiply(A : mat, B : mat)
    function [] = __kernel__ kernel1(a : mat'unchecked, b : mat'unchecked,
        c : mat'unchecked, blkdim : ivec3, blkpos : ivec3)
        n = size(a,1)
        bins = shared(blkdim)
        nblocks = int(ceil(n/blkdim[0]))
        val = 0.0
        for m=0..nblocks-1
            if blkpos[0] + m*blkdim[0] < n
                d = blkpos[0] + m*blkdim[0]
                val += a[blkpos[1],d] * b[d,blkpos[2]]
            endif
        endfor
        bins[blkpos] = val
        syncthreads
        bit = 1
        while bit < blkdim[0]
            if mod(blkpos[0],bit*2) == 0
                bins[blkpos] += bins[blkpos + [bit,0,0]]
            endif
            syncthreads
            bit *= 2
        endwhile
        if blkpos[0] == 0
            c[blkpos[1],blkpos[2]] = bins[0,blkpos[1],blkpos[2]]
        endif
    endfunction
    function [] = __kernel__ kernel2(A : mat'unchecked, B : mat'unchecked,
        C : mat'unchecked, BLOCK_SIZE : int, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
        sA = shared(blkdim[0],BLOCK_SIZE)
        sB = shared(BLOCK_SIZE,blkdim[1])
        sum = 0.0
        for m = 0..BLOCK_SIZE..size(A,1)-1
            for n = blkpos[1]..blkdim[1]..BLOCK_SIZE-1
                sA[blkpos[0],n] = pos[0] < size(A,0) && m+n < size(A,1) ? A[pos[0],m+n] :
                    0.0
            endfor
            for n = blkpos[0]..blkdim[0]..BLOCK_SIZE-1
                sB[n,blkpos[1]] = m+n < size(B,0) && pos[1] < size(B,1) ? B[m+n,pos[1]] :
                    0.0
            endfor
            syncthreads
            for n = 0..BLOCK_SIZE-1
                sum += sA[blkpos[0],n] * sB[n,blkpos[1]]
            endfor
            syncthreads
        endfor
        if pos[0] < size(C,0) && pos[1] < size(C,1)
            C[pos] = sum
        endif
    endfunction
    function [] = __kernel__ kernel3(A : mat'unchecked, B : mat'unchecked,
        C : mat'unchecked, pos : ivec2)
        sum = 0.0
        for m=0..size(A,1)-1
            sum += A[pos[0],m]*B[m,pos[1]]
        endfor
        C[pos] = sum
    endfunction
    prevpow2 = x -> 2^floor(log2(x))
    [M,N] = [size(A,0),size(B,1)]
    C = zeros(M,N)
    if M <= 4
        P = prevpow2(max_block_size(kernel1,[size(A,1),M*N])[0])
        parallel_do([P,M,N],A,B,C,kernel1)
    elseif size(A,1)>=8 && M >= 8
        P = min(32, prevpow2(size(A,1)))
        blk_size = max_block_size(kernel2,[32,32])
        sz = ceil(size(C,0..1) ./ blk_size) .* blk_size
        parallel_do([sz,blk_size],A,B,C,P,kernel2)
    else
        parallel_do(size(C),A,B,C,kernel3)
    endif
endfunction
dims = [[3,40,2],[40,37,45],[30,4,30]]
for t=0..2
    A = zeros(dims[t,0],dims[t,1])
    B = zeros(dims[t,1],dims[t,2])
    for i=0..size(A,0)-1
        for j=0..size(A,1)-1
            A[i,j] = mod(i*j+i,7) - 3
        endfor
    endfor
    for i=0..size(B,0)-1
        for j=0..size(B,1)-1
            B[i,j] = mod(i+j*j,5) - 2
        endfor
    endfor
    assert(max(abs(dense_multiply(A,B) - A*B)) < 1e-3, "product")
endfor
print "ok"
