% Programs whose loops depend on each other: elimination of a matrix of 512 x 512 without pivots, its Cholesky factor, and
% the chamfer distances of 1024 x 1024 pixels; the same as serial in ../reference.
import "checksum.q"

function [] = eliminate(a : mat, unused : mat)
    n = size(a,0)
    for k=0..n-1
        for i=k+1..n-1
            a[i,k] /= a[k,k]
            for j=k+1..n-1
                a[i,j] -= a[i,k]*a[k,j]
            endfor
        endfor
    endfor
endfunction

function [] = cholesky(a : mat, original : mat)
    n = size(a,0)
    for j=0..n-1
        s = original[j,j]
        for k=0..j-1
            s -= a[j,k]*a[j,k]
        endfor
        a[j,j] = sqrt(s)
        for i=j+1..n-1
            s = original[i,j]
            for k=0..j-1
                s -= a[i,k]*a[j,k]
            endfor
            a[i,j] = s/a[j,j]
        endfor
    endfor
endfunction

function [] = distances(d : mat, unused : mat)
    rows = size(d,0)
    columns = size(d,1)
    for m=0..rows-1
        for n=0..columns-1
            d[m,n] = d[m,n] == 0 ? 0 : 100000
        endfor
    endfor
    for m=1..rows-1
        for n=1..columns-2
            v = min(d[m,n], d[m-1,n] + 3)
            v = min(v, d[m-1,n-1] + 4)
            v = min(v, d[m-1,n+1] + 4)
            v = min(v, d[m,n-1] + 3)
            d[m,n] = v
        endfor
    endfor
    for m=rows-2..-1..0
        for n=columns-2..-1..1
            v = min(d[m,n], d[m+1,n] + 3)
            v = min(v, d[m+1,n-1] + 4)
            v = min(v, d[m+1,n+1] + 4)
            v = min(v, d[m,n+1] + 3)
            d[m,n] = v
        endfor
    endfor
endfunction

function [] = main(repetitions = 9, name = "eliminate")
    match name with
    | "eliminate" -> f = eliminate
    | "cholesky" -> f = cholesky
    | "distances" -> f = distances
    endmatch
    n = name == "distances" ? 1024 : 512
    original = pattern(n,n)
    if n == 512
        for i=0..n-1
            for j=0..i-1
                original[i,j] = original[j,i]
            endfor
            original[i,i] = 256*n
        endfor
    endif
    for r=0..repetitions
        a = name == "cholesky" ? zeros(n,n) : copy(original)
        tic()
        f(a, original)
        syncthreads(host)
        t = toc("")
        printf("%s %.4f %.9g\n", name, t, checksum(a))
    endfor
endfunction
