% The largest of each 2 x 2 block.
function [x] = inputs()
    x = rand(2048, 2048)
endfunction

function y = form_loop(x)
    [n, m] = size(x)
    y = zeros(n/2, m/2)
    for i=0..n/2-1
        for j=0..m/2-1
            y[i,j] = max(max(x[2*i,2*j], x[2*i+1,2*j]), max(x[2*i,2*j+1], x[2*i+1,2*j+1]))
        endfor
    endfor
endfunction

function y = form_slices(x)
    [n, m] = size(x)
    y = max(max(x[0..2..n-1,0..2..m-1], x[1..2..n-1,0..2..m-1]), max(x[0..2..n-1,1..2..m-1], x[1..2..n-1,1..2..m-1]))
endfunction

function y = form_steps(x)
    [n, m] = size(x)
    y = zeros(n/2, m/2)
    for i=0..2..n-1
        for j=0..2..m-1
            y[i/2,j/2] = max(max(x[i,j], x[i+1,j]), max(x[i,j+1], x[i+1,j+1]))
        endfor
    endfor
endfunction

function y = form_inner_loops(x)
    [n, m] = size(x)
    y = zeros(n/2, m/2)
    for i=0..n/2-1
        for j=0..m/2-1
            best = x[2*i,2*j]
            for a=0..1
                for b=0..1
                    best = max(best, x[2*i+a,2*j+b])
                endfor
            endfor
            y[i,j] = best
        endfor
    endfor
endfunction

function y = form_block(x)
    [n, m] = size(x)
    y = zeros(n/2, m/2)
    for i=0..n/2-1
        for j=0..m/2-1
            y[i,j] = max(x[2*i..2*i+1,2*j..2*j+1])
        endfor
    endfor
endfunction
