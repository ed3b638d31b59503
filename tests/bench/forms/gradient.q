% Differences of neighbours in both directions, zero at the border.
function [x] = inputs()
    x = rand(1024, 1024)
endfunction

function g = form_loops(x)
    [n, m] = size(x)
    g = zeros(n, m)
    for i=1..n-2
        for j=1..m-2
            g[i,j] = sqrt((x[i+1,j] - x[i-1,j])^2 + (x[i,j+1] - x[i,j-1])^2)
        endfor
    endfor
endfunction

function g = form_parts(x)
    [n, m] = size(x)
    g = zeros(n, m)
    g[1..n-2,1..m-2] = sqrt((x[2..n-1,1..m-2] - x[0..n-3,1..m-2]).^2 + (x[1..n-2,2..m-1] - x[1..n-2,0..m-3]).^2)
endfunction

function g = form_two_parts(x)
    [n, m] = size(x)
    u = x[2..n-1,1..m-2] - x[0..n-3,1..m-2]
    v = x[1..n-2,2..m-1] - x[1..n-2,0..m-3]
    g = zeros(n, m)
    g[1..n-2,1..m-2] = sqrt(u.*u + v.*v)
endfunction

function g = form_shifts(x)
    [n, m] = size(x)
    e = sqrt((circshift(x,[-1,0]) - circshift(x,[1,0])).^2 + (circshift(x,[0,-1]) - circshift(x,[0,1])).^2)
    g = zeros(n, m)
    g[1..n-2,1..m-2] = 1*e[1..n-2,1..m-2]
endfunction

function [] = __kernel__ slope(x : mat, g : mat, pos : ivec2)
    if pos[0] > 0 && pos[0] < size(x,0)-1 && pos[1] > 0 && pos[1] < size(x,1)-1
        g[pos] = sqrt((x[pos+[1,0]] - x[pos-[1,0]])^2 + (x[pos+[0,1]] - x[pos-[0,1]])^2)
    endif
endfunction

function g = form_kernel(x)
    g = zeros(size(x))
    parallel_do(size(x), x, g, slope)
endfunction
