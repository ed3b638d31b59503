% A vector beside the elements of a matrix, row by row.
function [x, v] = inputs()
    x = rand(1024, 1024)
    v = rand(1, 1024*1024)
endfunction

function y = form_reshape(x, v)
    y = x .* reshape(v, size(x)) + x
endfunction

function y = form_loops(x, v)
    [n, m] = size(x)
    y = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            y[i,j] = x[i,j]*v[0,i*m+j] + x[i,j]
        endfor
    endfor
endfunction

function y = form_parts(x, v)
    [n, m] = size(x)
    y = zeros(n, m)
    for i=0..n-1
        y[i,:] = x[i,:] .* v[0,i*m..i*m+m-1] + x[i,:]
    endfor
endfunction

function y = form_statement(x, v)
    w = reshape(v, size(x))
    y = x .* w + x
endfunction
