% A mean over 3 x 3 neighbours of the inner points.
function [x] = inputs()
    x = rand(1024, 1024)
endfunction

function y = form_loops(x)
    y = zeros(size(x))
    for i=1..size(x,0)-2
        for j=1..size(x,1)-2
            s = 0.0
            for a=-1..1
                for b=-1..1
                    s += x[i+a,j+b]
                endfor
            endfor
            y[i,j] = s / 9
        endfor
    endfor
endfunction

function y = form_written_out(x)
    y = zeros(size(x))
    for i=1..size(x,0)-2
        for j=1..size(x,1)-2
            y[i,j] = (x[i-1,j-1] + x[i-1,j] + x[i-1,j+1] + x[i,j-1] + x[i,j] + x[i,j+1] + x[i+1,j-1] + x[i+1,j] + x[i+1,j+1]) / 9
        endfor
    endfor
endfunction

function y = form_parts(x)
    [n, m] = size(x)
    y = zeros(n, m)
    y[1..n-2,1..m-2] = (x[0..n-3,0..m-3] + x[0..n-3,1..m-2] + x[0..n-3,2..m-1] + x[1..n-2,0..m-3] + x[1..n-2,1..m-2] + x[1..n-2,2..m-1] + x[2..n-1,0..m-3] + x[2..n-1,1..m-2] + x[2..n-1,2..m-1]) / 9
endfunction

function y = form_block(x)
    y = zeros(size(x))
    for i=1..size(x,0)-2
        for j=1..size(x,1)-2
            y[i,j] = mean(x[i-1..i+1,j-1..j+1])
        endfor
    endfor
endfunction

function y = form_separated(x)
    [n, m] = size(x)
    t = x[:,0..m-3] + x[:,1..m-2] + x[:,2..m-1]
    y = zeros(n, m)
    y[1..n-2,1..m-2] = (t[0..n-3,:] + t[1..n-2,:] + t[2..n-1,:]) / 9
endfunction

function [] = __kernel__ mean_of_nine(x : mat, y : mat, pos : ivec2)
    s = 0.0
    for a=-1..1
        for b=-1..1
            s += x[pos + [a,b]]
        endfor
    endfor
    y[pos + [0,0]] = s / 9
endfunction

function y = form_kernel(x)
    [n, m] = size(x)
    t = zeros(n, m)
    parallel_do(size(x), x, t, mean_of_nine)
    y = zeros(n, m)
    y[1..n-2,1..m-2] = t[1..n-2,1..m-2]
endfunction
