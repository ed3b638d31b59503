% 1 + 2x + 3x^2 + 4x^3 + 5x^4 of each element.
function [x] = inputs()
    x = rand(1024, 1024)
endfunction

function y = form_powers(x)
    y = 1 + 2*x + 3*x.^2 + 4*x.^3 + 5*x.^4
endfunction

function y = form_horner(x)
    y = 1 + x.*(2 + x.*(3 + x.*(4 + 5*x)))
endfunction

function y = form_loop(x)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            v = x[i,j]
            y[i,j] = 1 + v*(2 + v*(3 + v*(4 + v*5)))
        endfor
    endfor
endfunction

function y = form_coefficients(x)
    c = [1, 2, 3, 4, 5]
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s = 0.0
            for k=4..-1..0
                s = s*x[i,j] + c[k]
            endfor
            y[i,j] = s
        endfor
    endfor
endfunction

function y = form_running_power(x)
    c = [1, 2, 3, 4, 5]
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s = 0.0
            p = 1.0
            for k=0..4
                s += c[k]*p
                p *= x[i,j]
            endfor
            y[i,j] = s
        endfor
    endfor
endfunction

function y = form_steps(x)
    y = 5*x
    y = (y + 4) .* x
    y = (y + 3) .* x
    y = (y + 2) .* x
    y = y + 1
endfunction
