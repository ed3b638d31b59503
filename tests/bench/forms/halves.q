% An image of half the size: the mean of 2 x 2 pixels.
function [x] = inputs()
    x = rand(2048, 2048)
endfunction

function y = form_loops(x)
    [n, m] = size(x)
    y = zeros(n/2, m/2)
    for i=0..n/2-1
        for j=0..m/2-1
            y[i,j] = (x[2*i,2*j] + x[2*i+1,2*j] + x[2*i,2*j+1] + x[2*i+1,2*j+1]) / 4
        endfor
    endfor
endfunction

function y = form_slices(x)
    [n, m] = size(x)
    y = (x[0..2..n-1,0..2..m-1] + x[1..2..n-1,0..2..m-1] + x[0..2..n-1,1..2..m-1] + x[1..2..n-1,1..2..m-1]) / 4
endfunction

function y = form_block(x)
    [n, m] = size(x)
    y = zeros(n/2, m/2)
    for i=0..n/2-1
        for j=0..m/2-1
            y[i,j] = mean(x[2*i..2*i+1,2*j..2*j+1])
        endfor
    endfor
endfunction

function y = form_rows_first(x)
    [n, m] = size(x)
    t = x[0..2..n-1,:] + x[1..2..n-1,:]
    y = (t[:,0..2..m-1] + t[:,1..2..m-1]) / 4
endfunction

function [] = __kernel__ halve(x : mat, y : mat, pos : ivec2)
    p = 2*pos
    y[pos] = (x[p] + x[p+[1,0]] + x[p+[0,1]] + x[p+[1,1]]) / 4
endfunction

function y = form_kernel(x)
    [n, m] = size(x)
    y = zeros(n/2, m/2)
    parallel_do(size(y), x, y, halve)
endfunction
