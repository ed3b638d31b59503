% Luma and chroma of a colour image.
function [x] = inputs()
    x = rand(512, 512, 3)
endfunction

function y = form_loop(x)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j,0] = 0.299*x[i,j,0] + 0.587*x[i,j,1] + 0.114*x[i,j,2]
            y[i,j,1] = -0.169*x[i,j,0] - 0.331*x[i,j,1] + 0.5*x[i,j,2] + 0.5
            y[i,j,2] = 0.5*x[i,j,0] - 0.419*x[i,j,1] - 0.081*x[i,j,2] + 0.5
        endfor
    endfor
endfunction

function y = form_channels(x)
    y = zeros(size(x))
    y[:,:,0] = 0.299*x[:,:,0] + 0.587*x[:,:,1] + 0.114*x[:,:,2]
    y[:,:,1] = -0.169*x[:,:,0] - 0.331*x[:,:,1] + 0.5*x[:,:,2] + 0.5
    y[:,:,2] = 0.5*x[:,:,0] - 0.419*x[:,:,1] - 0.081*x[:,:,2] + 0.5
endfunction

function y = form_three_matrices(x)
    r = x[:,:,0]
    g = x[:,:,1]
    b = x[:,:,2]
    y = zeros(size(x))
    y[:,:,0] = 0.299*r + 0.587*g + 0.114*b
    y[:,:,1] = -0.169*r - 0.331*g + 0.5*b + 0.5
    y[:,:,2] = 0.5*r - 0.419*g - 0.081*b + 0.5
endfunction

function y = form_matrix(x)
    m = [[0.299, 0.587, 0.114], [-0.169, -0.331, 0.5], [0.5, -0.419, -0.081]]
    o = [0, 0.5, 0.5]
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            for c=0..2
                s = o[c]
                for k=0..2
                    s += m[c,k]*x[i,j,k]
                endfor
                y[i,j,c] = s
            endfor
        endfor
    endfor
endfunction

function [] = __kernel__ convert(x : cube, y : cube, pos : ivec2)
    c = x[pos[0],pos[1],0..2]
    y[pos[0],pos[1],0..2] = [0.299*c[0] + 0.587*c[1] + 0.114*c[2], -0.169*c[0] - 0.331*c[1] + 0.5*c[2] + 0.5, 0.5*c[0] - 0.419*c[1] - 0.081*c[2] + 0.5]
endfunction

function y = form_kernel(x)
    y = zeros(size(x))
    parallel_do(size(x,0..1), x, y, convert)
endfunction
