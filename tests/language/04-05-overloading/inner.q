% proves: 4.5 overloads have to be defined at the global scope
% expect: check-error global|inside|top level
function y = outer(x)
    function z = f(a : scalar)
        z = 1
    endfunction
    function z = f(a : mat)
        z = 2
    endfunction
    y = f(x)
endfunction
print outer(1)
