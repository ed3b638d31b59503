% The squared distance of each row of two matrices.
function [x, y] = inputs()
    x = rand(1024, 1024)
    y = rand(1024, 1024)
endfunction

function e = form_expression(x, y)
    e = sum((x - y).^2, 1)
endfunction

function e = form_steps(x, y)
    d = x - y
    e = sum(d.*d, 1)
endfunction

function e = form_loops(x, y)
    e = zeros(size(x,0), 1)
    for i=0..size(x,0)-1
        s = 0.0
        for j=0..size(x,1)-1
            s += (x[i,j] - y[i,j])^2
        endfor
        e[i,0] = s
    endfor
endfunction

function e = form_rows(x, y)
    e = zeros(size(x,0), 1)
    for i=0..size(x,0)-1
        d = x[i,:] - y[i,:]
        e[i,0] = sum(d.*d)
    endfor
endfunction

function e = form_elements(x, y)
    e = zeros(size(x,0), 1)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            e[i,0] += (x[i,j] - y[i,j])^2
        endfor
    endfor
endfunction

function [] = __kernel__ row_error(x : mat, y : mat, e : mat, pos : int)
    s = 0.0
    for j=0..size(x,1)-1
        s += (x[pos,j] - y[pos,j])^2
    endfor
    e[pos,0] = s
endfunction

function e = form_kernel(x, y)
    e = zeros(size(x,0), 1)
    parallel_do(size(x,0), x, y, e, row_error)
endfunction
