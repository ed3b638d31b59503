% 255*(x/255)^g on a colour image of 24 million pixels; the same as gamma in ../reference.
function [] = main(repetitions = 9)
    x = uninit(4000,6000,3)
    for i=0..3999
        for j=0..5999
            for k=0..2
                x[i,j,k] = mod((i*6000+j)*3+k, 256)
            endfor
        endfor
    endfor
    g = 0.45
    y = 255*(x/255).^g
    for r=0..repetitions
        syncthreads(host)
        tic()
        y = 255*(x/255).^g
        syncthreads(host)
        t = toc("")
        printf("gamma %.4f %.9g\n", t, sum(y)/numel(y))
    endfor
endfunction
