% 9 x 9 mean with mirrored borders; the same as mean in ../reference.c.
function [] = __kernel__ mean_filter(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    sum = 0.0
    for k=-4..4
        for l=-4..4
            sum += x[pos + [k,l]]
        endfor
    endfor
    y[pos] = sum / 81
endfunction

function [] = main(repetitions = 9)
    x = uninit(4096,4096)
    for i=0..4095
        for j=0..4095
            x[i,j] = mod((i*4096+j)*7, 256)
        endfor
    endfor
    y = zeros(size(x))
    parallel_do(size(x), x, y, mean_filter)
    for r=1..repetitions
        syncthreads(host)
        tic()
        parallel_do(size(x), x, y, mean_filter)
        syncthreads(host)
        t = toc("")
        printf("mean %.4f %.9g\n", t, sum(y)/numel(y))
    endfor
endfunction
