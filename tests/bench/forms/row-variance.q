% The variance of each row.
function [x] = inputs()
    x = rand(2048, 2048)
endfunction

function v = form_loops(x)
    v = zeros(size(x,0))
    for i=0..size(x,0)-1
        s = 0.0
        q = 0.0
        for j=0..size(x,1)-1
            s += x[i,j]
            q += x[i,j]*x[i,j]
        endfor
        v[i] = q/size(x,1) - (s/size(x,1))^2
    endfor
endfunction

function v = form_two_loops(x)
    v = zeros(size(x,0))
    for i=0..size(x,0)-1
        s = 0.0
        for j=0..size(x,1)-1
            s += x[i,j]
        endfor
        m = s/size(x,1)
        q = 0.0
        for j=0..size(x,1)-1
            q += (x[i,j] - m)^2
        endfor
        v[i] = q/size(x,1)
    endfor
endfunction

function [] = __kernel__ row_variance(x : mat, v : vec, pos : int)
    s = 0.0
    q = 0.0
    for j=0..size(x,1)-1
        s += x[pos,j]
        q += x[pos,j]*x[pos,j]
    endfor
    v[pos] = q/size(x,1) - (s/size(x,1))^2
endfunction

function v = form_kernel(x)
    v = zeros(size(x,0))
    parallel_do(size(x,0), x, v, row_variance)
endfunction

function v = form_rows(x)
    v = zeros(size(x,0))
    for i=0..size(x,0)-1
        r = x[i,:]
        v[i] = mean(r.*r) - mean(r)^2
    endfor
endfunction

function v = form_expression(x)
    n = size(x,1)
    v = transpose(sum(x.*x, 1)/n - (sum(x, 1)/n).^2)
endfunction
