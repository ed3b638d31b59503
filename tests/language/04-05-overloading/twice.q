% proves: 4.5 overloads have to differ in their parameters
% expect: check-error f
function y = f(a : scalar)
    y = 1
endfunction
function z = f(b : scalar)
    z = 2
endfunction
print f(1.0)
