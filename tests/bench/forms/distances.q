% The squares of the distances of points in space from each other.
function [p, q] = inputs()
    p = rand(1024, 3)
    q = rand(1024, 3)
endfunction

function d = form_written_out(p, q)
    d = zeros(size(p,0), size(q,0))
    for i=0..size(p,0)-1
        for j=0..size(q,0)-1
            d[i,j] = (p[i,0] - q[j,0])^2 + (p[i,1] - q[j,1])^2 + (p[i,2] - q[j,2])^2
        endfor
    endfor
endfunction

function d = form_loop(p, q)
    d = zeros(size(p,0), size(q,0))
    for i=0..size(p,0)-1
        for j=0..size(q,0)-1
            s = 0.0
            for k=0..2
                t = p[i,k] - q[j,k]
                s += t*t
            endfor
            d[i,j] = s
        endfor
    endfor
endfunction

function d = form_rows(p, q)
    d = zeros(size(p,0), size(q,0))
    for i=0..size(p,0)-1
        for j=0..size(q,0)-1
            t = p[i,:] - q[j,:]
            d[i,j] = sum(t.*t)
        endfor
    endfor
endfunction

function d = form_products(p, q)
    n = size(p,0)
    m = size(q,0)
    d = repmat(sum(p.*p, 1), [1, m]) + repmat(transpose(sum(q.*q, 1)), [n, 1]) - 2*p*transpose(q)
endfunction

function [] = __kernel__ distance(p : mat, q : mat, d : mat, pos : ivec2)
    s = 0.0
    for k=0..2
        s += (p[pos[0],k] - q[pos[1],k])^2
    endfor
    d[pos] = s
endfunction

function d = form_kernel(p, q)
    d = zeros(size(p,0), size(q,0))
    parallel_do(size(d), p, q, d, distance)
endfunction
