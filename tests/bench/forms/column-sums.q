% The sum of each column.
function [x] = inputs()
    x = rand(2048, 2048)
endfunction

function s = form_builtin(x)
    s = sum(x, 0)
endfunction

function s = form_columns_first(x)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        t = 0.0
        for i=0..size(x,0)-1
            t += x[i,j]
        endfor
        s[j] = t
    endfor
endfunction

function s = form_rows_first(x)
    s = zeros(size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s[j] += x[i,j]
        endfor
    endfor
endfunction

function s = form_parts(x)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        s[j] = sum(x[:,j])
    endfor
endfunction

function s = form_whole_rows(x)
    s = zeros(1, size(x,1))
    for i=0..size(x,0)-1
        s = s + x[i,:]
    endfor
endfunction
