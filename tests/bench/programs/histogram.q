% Histogram of 2^26 bytes; the same as histogram in ../reference.
function [] = main(repetitions = 9)
    x = mat[uint8](8192,8192)
    for i=0..8191
        for j=0..8191
            x[i,j] = mod(7*i*i + 13*i*j + 5*j, 256)
        endfor
    endfor
    for n=0..repetitions
        tic()
        bins = zeros(256)
        for i=0..size(x,0)-1
            for j=0..size(x,1)-1
                bins[x[i,j]] += 1
            endfor
        endfor
        syncthreads(host)
        t = toc("")
        printf("histogram %.4f %.9g\n", t, sum(bins .* sqrt(0..255)))
    endfor
endfunction
