% Gamma correction of an image.
function [x] = inputs()
    x = rand(1024, 1024)
endfunction

function y = form_loop(x)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = 255 * (x[i,j])^0.45
        endfor
    endfor
endfunction

function y = form_expression(x)
    y = 255 * x.^0.45
endfunction

function y = form_logarithms(x)
    y = 255 * exp(0.45 * log(x))
endfunction

function y = form_function(x)
    correct = __device__ (v : scalar) -> 255 * v^0.45
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = correct(x[i,j])
        endfor
    endfor
endfunction

function y = form_in_place(x)
    y = copy(x)
    y = y.^0.45
    y = y * 255
endfunction

function [] = __kernel__ gamma(x : mat, y : mat, pos : ivec2)
    y[pos] = 255 * x[pos]^0.45
endfunction

function y = form_kernel(x)
    y = zeros(size(x))
    parallel_do(size(x), x, y, gamma)
endfunction
