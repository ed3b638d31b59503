% The rows of a matrix in another order.
function [x, p] = inputs()
    x = rand(1024, 1024)
    p = mod((0..1023) * 389, 1024)
endfunction

function y = form_list(x, p)
    y = x[p,:]
endfunction

function y = form_loops(x, p)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = x[p[i],j]
        endfor
    endfor
endfunction

function y = form_rows(x, p)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = x[p[i],:]
    endfor
endfunction

function [] = __kernel__ shuffle(x : mat, p : vec, y : mat, pos : ivec2)
    y[pos] = x[p[pos[0]],pos[1]]
endfunction

function y = form_kernel(x, p)
    y = zeros(size(x))
    parallel_do(size(x), x, p, y, shuffle)
endfunction
