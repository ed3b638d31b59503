% The sum of all elements.
function [x] = inputs()
    x = rand(2048, 2048)
endfunction

function s = form_loop(x)
    s = 0.0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s += x[i,j]
        endfor
    endfor
endfunction

function s = form_builtin(x)
    s = sum(x)
endfunction

function s = form_linear(x)
    v = reshape(x, [1, numel(x)])
    s = 0.0
    for k=0..numel(v)-1
        s += v[k]
    endfor
endfunction

function s = form_while(x)
    s = 0.0
    i = 0
    while i < size(x,0)
        for j=0..size(x,1)-1
            s += x[i,j]
        endfor
        i += 1
    endwhile
endfunction

function s = form_rows(x)
    s = 0.0
    for i=0..size(x,0)-1
        s += sum(x[i,:])
    endfor
endfunction

function s = form_sums_of_columns(x)
    s = sum(sum(x, 0))
endfunction
