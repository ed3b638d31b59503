% The five-point mean of the inner points.
function [x] = inputs()
    x = rand(2048, 2048)
endfunction

function y = form_loop(x)
    [n, m] = size(x)
    y = zeros(n, m)
    for i=1..n-2
        for j=1..m-2
            y[i,j] = (x[i,j] + x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1]) / 5
        endfor
    endfor
endfunction

function y = form_slices(x)
    [n, m] = size(x)
    y = zeros(n, m)
    s = x[1..n-2,1..m-2] + x[0..n-3,1..m-2] + x[2..n-1,1..m-2] + x[1..n-2,0..m-3] + x[1..n-2,2..m-1]
    y[1..n-2,1..m-2] = s / 5
endfunction

function y = form_linear(x)
    [n, m] = size(x)
    y = zeros(n, m)
    for k=0..n*m-1
        i = floor(k/m)
        j = mod(k, m)
        if i > 0 && i < n-1 && j > 0 && j < m-1
            y[i,j] = (x[i,j] + x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1]) / 5
        endif
    endfor
endfunction

function [] = __kernel__ five_points(x : mat, y : mat, pos : ivec2)
    [n, m] = size(x)
    if pos[0] > 0 && pos[0] < n-1 && pos[1] > 0 && pos[1] < m-1
        y[pos] = (x[pos] + x[pos-[1,0]] + x[pos+[1,0]] + x[pos-[0,1]] + x[pos+[0,1]]) / 5
    endif
endfunction

function y = form_kernel(x)
    y = zeros(size(x))
    parallel_do(size(x), x, y, five_points)
endfunction

function y = form_shifts(x)
    [n, m] = size(x)
    s = (x + circshift(x,[1,0]) + circshift(x,[-1,0]) + circshift(x,[0,1]) + circshift(x,[0,-1])) / 5
    y = zeros(n, m)
    y[1..n-2,1..m-2] = s[1..n-2,1..m-2]
endfunction
