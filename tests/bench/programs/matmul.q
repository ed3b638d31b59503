% Product of two n x n matrices as three loops; the same as matmul in ../reference.
import "checksum.q"

function [] = multiply(a : mat, b : mat, c : mat)
    for i=0..size(a,0)-1
        for j=0..size(b,1)-1
            sum = 0.0
            for k=0..size(a,1)-1
                sum += a[i,k] * b[k,j]
            endfor
            c[i,j] = sum
        endfor
    endfor
endfunction

function [] = main(repetitions = 9, n = 1024)
    a = pattern(n,n) / 256
    b = transpose(a)
    c = zeros(n,n)
    for r=0..repetitions
        tic()
        multiply(a, b, c)
        syncthreads(host)
        t = toc("")
        printf("matmul %.4f %.9g\n", t, checksum(c))
    endfor
endfunction
