% proves: 2.2 a complex array is no `vec`; the message says what it is
% expect: check-error parameter x of f has type vec, but the value is a vector of 3 complex numbers
function y = f(x : vec)
    y = x
endfunction
print f(complex(ones(3)))
