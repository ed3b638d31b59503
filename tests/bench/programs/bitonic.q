% Bitonic sort of 4096 rows of 1024 elements, each in the shared memory of one block; the same as bitonic in ../reference.
import "checksum.q"

function [] = __kernel__ sort_rows(x : mat'unchecked, y : mat'unchecked, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    s = shared(1024)
    j = blkpos[1]
    s[j] = x[pos]
    syncthreads
    k : int = 2
    while k <= 1024
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

function [] = main(repetitions = 9)
    x = pattern(4096,1024)
    y = zeros(size(x))
    for r=0..repetitions
        tic()
        parallel_do([size(x),[1,1024]], x, y, sort_rows)
        syncthreads(host)
        t = toc("")
        printf("bitonic %.4f %.9g\n", t, checksum(y))
    endfor
endfunction
