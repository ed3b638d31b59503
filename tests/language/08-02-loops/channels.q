% proves: 8.2 loops over the channels of pixels have the values of their iterations, wherever the level stands
% expect: stdout
%> weighted 0.5 1974.5 989.75 7938 1.09448e+07
%> first 0.5 1974.5 989.75 7938 1.09448e+07
%> backwards 21 3969 3960 3951 1.1913e+07
%> matrix 86.5 23774.5 -3959 3940 2.3817e+07
%> in place 1 3949 7908 11877 2.3774e+07
%> sum 11 3959 3969 0 7.958e+06
%> 7.918e+06
%> none 1 1 1 1 6000
%> four 0.5 1974.5 989.75 7938 1.09448e+07
%> one row 0.5 34.5 19.75 178 9616.25
%> NaN 3
%> empty 0
%> index 2 is outside w, a vector of 2 elements: its indices are 0 to 1

function y = weighted(x : cube, w : vec)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..2
                y[i,j,c] = x[i,j,c]*w[c]
            endfor
        endfor
    endfor
endfunction
function y = first(x, w)
    y = zeros(size(x))
    for c=0..2
        for i=0..size(x,0)-1
            for j=0..size(x,1)-1
                y[i,j,c] = x[i,j,c]*w[c]
            endfor
        endfor
    endfor
endfunction
function y = backwards(x)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=2..-1..0
                y[i,j,c] = x[i,j,2-c] + c
            endfor
        endfor
    endfor
endfunction
function y = by_matrix(x, m, o)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..2
                s = o[c]
                for k=0..2
                    s += m[c,k]*x[i,j,k]
                endfor
                if c == 1
                    s = -s
                endif
                y[i,j,c] = s
            endfor
        endfor
    endfor
endfunction
% Each channel is made of what the one before has become: in order.
function x = in_place(x)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=1..2
                x[i,j,c] = x[i,j,c-1] + x[i,j,c]
            endfor
        endfor
    endfor
endfunction
% A sum beside, channels that there are not, channels that are left alone.
function [y, s] = and_sum(x)
    y = zeros(size(x))
    s = 0.0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..1
                y[i,j,c] = x[i,j,c+1]
                s += x[i,j,c]
            endfor
        endfor
    endfor
endfunction
function y = none(x, k)
    y = ones(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..k-1
                y[i,j,c] = x[i,j,2-c]
            endfor
        endfor
    endfor
endfunction
function y = beyond(x, w : vec'checked)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..2
                y[i,j,c] = x[i,j,c]*w[c]
            endfor
        endfor
    endfor
endfunction

function x = image(n, m, k)
    x = zeros(n, m, k)
    for i=0..n-1
        for j=0..m-1
            for c=0..k-1
                x[i,j,c] = 100*i + 10*c + j
            endfor
        endfor
    endfor
endfunction

function [] = show(name, y)
    n = size(y, 0) - 1
    m = size(y, 1) - 1
    printf("%s %g %g %g %g %g\n", name, y[0,1,0], y[n,m,0], y[n,m,1], y[n,m,2], sum(y))
endfunction

function [] = main()
    x = image(40, 50, 3)
    w = [0.5, 0.25, 2]
    show("weighted", weighted(x, w))
    show("first", first(x, w))
    show("backwards", backwards(x))
    show("matrix", by_matrix(x, [[1, 2, 3], [0, 1, 0], [1, 1, -1]], [0.5, 0, 1]))
    show("in place", in_place(image(40, 50, 3)))
    [y, s] = and_sum(x)
    show("sum", y)
    printf("%g\n", s)
    show("none", none(x, 0))
    show("four", weighted(image(40, 50, 4), w))
    show("one row", weighted(image(1, 70, 3), w))
    x[3,4,1] = 0./0
    printf("NaN %d\n", numel(find(weighted(x, w) != weighted(x, w))))
    printf("empty %d\n", numel(weighted(zeros(0, 50, 3), w)))
    try
        y = beyond(x, [1, 2])
        y[0,0,0] = 1
    catch e
        print(e)
    endtry
endfunction
