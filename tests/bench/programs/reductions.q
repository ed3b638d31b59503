% Reductions of 2^26 elements in one pass: the smallest and the largest, the product of two vectors, mean and variance;
% the same as minmax, dot and moments in ../reference.
function [low, high] = find_range(x : vec)
    low = x[0]
    high = x[0]
    for i=0..numel(x)-1
        low = min(low, x[i])
        high = max(high, x[i])
    endfor
endfunction

function [mean, variance] = find_moments(x : vec)
    sum = 0.0
    squares = 0.0
    for i=0..numel(x)-1
        sum += x[i]
        squares += x[i]*x[i]
    endfor
    mean = sum / numel(x)
    variance = squares / numel(x) - mean*mean
endfunction

function [] = main(repetitions = 9, name = "dot")
    n = 67108864
    x = uninit(n)
    y = uninit(n)
    for i=0..n-1
        x[i] = 1 + mod(i, 1000)
        y[i] = mod(i, 7) - 3
    endfor
    for k=0..repetitions
        tic()
        match name with
        | "minmax" ->
            [low, high] = find_range(x)
            result = 3*low + high
        | "dot" ->
            result = sum(x .* y)
        | "moments" ->
            [mean, variance] = find_moments(x)
            result = mean + variance
        endmatch
        t = toc("")
        printf("%s %.4f %.9g\n", name, t, result)
    endfor
endfunction
