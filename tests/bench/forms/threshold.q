% Bytes up to 100 become -1, others stay.
function [x] = inputs()
    x = floor(rand(2048, 2048) * 256)
endfunction

function y = form_loop(x)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            if x[i,j] <= 100
                y[i,j] = -1
            else
                y[i,j] = x[i,j]
            endif
        endfor
    endfor
endfunction

function y = form_mask(x)
    y = copy(x)
    y[x <= 100] = -1
endfunction

function y = form_products(x)
    y = (x > 100).*x - (x <= 100)
endfunction

function y = form_in_place(x)
    y = copy(x)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            if y[i,j] <= 100
                y[i,j] = -1
            endif
        endfor
    endfor
endfunction

