% The squares of the magnitudes of the products of complex numbers.
function [a, b] = inputs()
    a = complex(rand(1024, 1024), rand(1024, 1024))
    b = complex(rand(1024, 1024), rand(1024, 1024))
endfunction

function y = form_expression(a, b)
    y = real(a.*b).^2 + imag(a.*b).^2
endfunction

function y = form_loop(a, b)
    y = zeros(size(a))
    for i=0..size(a,0)-1
        for j=0..size(a,1)-1
            z = a[i,j] * b[i,j]
            y[i,j] = real(z)^2 + imag(z)^2
        endfor
    endfor
endfunction

function y = form_parts(a, b)
    y = zeros(size(a))
    for i=0..size(a,0)-1
        for j=0..size(a,1)-1
            re = real(a[i,j])*real(b[i,j]) - imag(a[i,j])*imag(b[i,j])
            im = real(a[i,j])*imag(b[i,j]) + imag(a[i,j])*real(b[i,j])
            y[i,j] = re*re + im*im
        endfor
    endfor
endfunction

function y = form_magnitude(a, b)
    y = abs(a.*b).^2
endfunction

function y = form_arrays(a, b)
    p = real(a)
    q = imag(a)
    r = real(b)
    s = imag(b)
    y = (p.*r - q.*s).^2 + (p.*s + q.*r).^2
endfunction
