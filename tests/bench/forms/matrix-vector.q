% A matrix times a vector.
function [a, v] = inputs()
    a = rand(2048, 2048)
    v = rand(2048)
endfunction

function y = form_product(a, v)
    y = transpose(a * transpose(v))
endfunction

function y = form_scalar(a, v)
    y = zeros(size(a,0))
    for i=0..size(a,0)-1
        s = 0.0
        for j=0..size(a,1)-1
            s += a[i,j] * v[j]
        endfor
        y[i] = s
    endfor
endfunction

function y = form_elements(a, v)
    y = zeros(size(a,0))
    for i=0..size(a,0)-1
        for j=0..size(a,1)-1
            y[i] += a[i,j] * v[j]
        endfor
    endfor
endfunction

function y = form_rows(a, v)
    y = zeros(size(a,0))
    for i=0..size(a,0)-1
        y[i] = sum(a[i,:] .* v)
    endfor
endfunction

function [] = __kernel__ multiply(a : mat, v : vec, y : vec, pos : int)
    s = 0.0
    for j=0..numel(v)-1
        s += a[pos,j] * v[j]
    endfor
    y[pos] = s
endfunction

function y = form_kernel(a, v)
    y = zeros(size(a,0))
    parallel_do(size(a,0), a, v, y, multiply)
endfunction
