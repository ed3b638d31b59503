% A look-up table applied to an image.
function [x, t] = inputs()
    x = floor(rand(2048, 2048) * 256)
    t = sqrt((0..255) / 255) * 255
endfunction

function y = form_loop(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = t[x[i,j]]
        endfor
    endfor
endfunction

function y = form_expression(x, t)
    y = t[x]
endfunction

function y = form_assigned(x, t)
    y = zeros(size(x))
    y[:,:] = t[x]
endfunction

function y = form_linear(x, t)
    y = zeros(size(x))
    v = reshape(x, [1, numel(x)])
    w = zeros(1, numel(x))
    for k=0..numel(x)-1
        w[k] = t[v[k]]
    endfor
    y = reshape(w, size(x))
endfunction

function [] = __kernel__ look_up(x : mat, t : vec, y : mat, pos : ivec2)
    y[pos] = t[x[pos]]
endfunction

function y = form_kernel(x, t)
    y = zeros(size(x))
    parallel_do(size(x), x, t, y, look_up)
endfunction

function y = form_while(x, t)
    y = zeros(size(x))
    i = 0
    while i < size(x,0)
        for j=0..size(x,1)-1
            y[i,j] = t[x[i,j]]
        endfor
        i += 1
    endwhile
endfunction
