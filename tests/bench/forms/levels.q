% Brightness by levels of a table that are found for values between 0 and 1.
function [x, t] = inputs()
    x = rand(1024, 1024)
    t = sqrt((0..255) / 255)
endfunction

function y = form_expression(x, t)
    y = t[floor(255*x)]
endfunction

function y = form_steps(x, t)
    k = floor(255*x)
    y = t[k]
endfunction

function y = form_loops(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = t[floor(255*x[i,j])]
        endfor
    endfor
endfunction

function y = form_rows(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = t[floor(255*x[i,:])]
    endfor
endfunction

function [] = __kernel__ level(x : mat, t : vec, y : mat, pos : ivec2)
    y[pos] = t[floor(255*x[pos])]
endfunction

function y = form_kernel(x, t)
    y = zeros(size(x))
    parallel_do(size(x), x, t, y, level)
endfunction
