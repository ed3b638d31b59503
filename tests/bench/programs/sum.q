% Sum of 2^26 elements; the same as sum in ../reference.
function [] = main(repetitions = 9)
    x = ones(67108864)
    s = sum(x)
    for r=0..repetitions
        syncthreads(host)
        tic()
        s = sum(x)
        t = toc("")
        printf("sum %.4f %.9g\n", t, s)
    endfor
endfunction
