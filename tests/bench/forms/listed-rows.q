% Rows of a matrix, in another order, beside another matrix.
function [x, z, p] = inputs()
    x = rand(1024, 1024)
    z = rand(1024, 1024)
    p = mod((0..1023) * 389, 1024)
endfunction

function y = form_list(x, z, p)
    y = x[p,:] + 2*z
endfunction

function y = form_loops(x, z, p)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = x[p[i],j] + 2*z[i,j]
        endfor
    endfor
endfunction

function y = form_rows(x, z, p)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = x[p[i],:] + 2*z[i,:]
    endfor
endfunction

function y = form_in_steps(x, z, p)
    y = x[p,:]
    y += 2*z
endfunction

function [] = __kernel__ add(x : mat, z : mat, p : vec, y : mat, pos : ivec2)
    y[pos] = x[p[pos[0]],pos[1]] + 2*z[pos]
endfunction

function y = form_kernel(x, z, p)
    y = zeros(size(x))
    parallel_do(size(x), x, z, p, y, add)
endfunction
