% proves: 4.5.2 a missing argument is named
% expect: check-error `b`
function y = f(a, b)
    y = a
endfunction
print f(1)
