% The scalar products of the columns of two matrices.
function [x, z] = inputs()
    x = rand(2048, 1024)
    z = rand(2048, 1024)
endfunction

function y = form_sum(x, z)
    y = sum(x .* z, 0)
endfunction

function y = form_loops(x, z)
    y = zeros(1, size(x,1))
    for j=0..size(x,1)-1
        s = 0.0
        for i=0..size(x,0)-1
            s += x[i,j]*z[i,j]
        endfor
        y[0,j] = s
    endfor
endfunction

function y = form_columns(x, z)
    y = zeros(1, size(x,1))
    for j=0..size(x,1)-1
        y[0,j] = dotprod(x[:,j], z[:,j])
    endfor
endfunction

function y = form_growing(x, z)
    y = zeros(1, size(x,1))
    for i=0..size(x,0)-1
        y[0,:] += x[i,:] .* z[i,:]
    endfor
endfunction

function y = form_mean(x, z)
    y = mean(x .* z, 0) * size(x,0)
endfunction
