% Running sums along each row.
function [x] = inputs()
    x = rand(1024, 1024)
endfunction

function y = form_builtin(x)
    y = cumsum(x, 1)
endfunction

function y = form_scalar(x)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        s = 0.0
        for j=0..size(x,1)-1
            s += x[i,j]
            y[i,j] = s
        endfor
    endfor
endfunction

function y = form_elements(x)
    y = copy(x)
    for i=0..size(x,0)-1
        for j=1..size(x,1)-1
            y[i,j] += y[i,j-1]
        endfor
    endfor
endfunction

function y = form_columns(x)
    y = copy(x)
    for j=1..size(x,1)-1
        for i=0..size(x,0)-1
            y[i,j] = y[i,j-1] + x[i,j]
        endfor
    endfor
endfunction

function [] = __kernel__ run_along(x : mat, y : mat, pos : int)
    s = 0.0
    for j=0..size(x,1)-1
        s += x[pos,j]
        y[pos,j] = s
    endfor
endfunction

function y = form_kernel(x)
    y = zeros(size(x))
    parallel_do(size(x,0), x, y, run_along)
endfunction
