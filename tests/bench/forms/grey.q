% Grey values of a colour image.
function [x] = inputs()
    x = rand(1024, 1024, 3)
endfunction

function y = form_loop(x)
    y = zeros(size(x,0), size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = 0.299*x[i,j,0] + 0.587*x[i,j,1] + 0.114*x[i,j,2]
        endfor
    endfor
endfunction

function y = form_slices(x)
    y = 0.299*x[:,:,0] + 0.587*x[:,:,1] + 0.114*x[:,:,2]
endfunction

function y = form_channels(x)
    w = [0.299, 0.587, 0.114]
    y = zeros(size(x,0), size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s = 0.0
            for c=0..2
                s += w[c]*x[i,j,c]
            endfor
            y[i,j] = s
        endfor
    endfor
endfunction

function [] = __kernel__ grey(x : cube, y : mat, pos : ivec2)
    c = x[pos[0],pos[1],0..2]
    y[pos] = 0.299*c[0] + 0.587*c[1] + 0.114*c[2]
endfunction

function y = form_kernel(x)
    y = zeros(size(x,0), size(x,1))
    parallel_do(size(y), x, y, grey)
endfunction

function y = form_vector(x)
    w = [0.299, 0.587, 0.114]
    y = zeros(size(x,0), size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = dotprod(w, x[i,j,0..2])
        endfor
    endfor
endfunction
