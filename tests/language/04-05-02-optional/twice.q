% proves: 4.5.2 an argument given twice
% expect: error a, b
% status: 2
function y = f(a, b)
    y = a
endfunction
print f(1, a := 2, b := 3)
