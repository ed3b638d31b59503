% y = a*x + y on 2^26 elements; the same as saxpy in ../reference.
function [] = main(repetitions = 9)
    n = 67108864
    x = uninit(n)
    y = ones(n)
    for i=0..n-1
        x[i] = mod(i, 1000)
    endfor
    a = 0.5
    for r=0..repetitions
        syncthreads(host)
        tic()
        for i=0..n-1
            y[i] = a*x[i] + y[i]
        endfor
        syncthreads(host)
        t = toc("")
        printf("saxpy %.4f %.9g\n", t, sum(y)/n)
    endfor
endfunction
