% proves: 4.5.2 a default may only refer to parameters before it
% expect: error b
% status: 2
function y = f(a = b, b = 2)
    y = a
endfunction
print f()
