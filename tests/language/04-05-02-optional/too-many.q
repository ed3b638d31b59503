% proves: 4.5.2 too many arguments
% expect: check-error f.*3|3.*f
function y = f(a, b)
    y = a
endfunction
print f(1, 2, 3)
