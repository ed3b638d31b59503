% proves: 4.5 two overloads that fit equally well
% expect: error ambiguous
function y = f(a : scalar, b : ??)
    y = 1
endfunction
function y = f(a : ??, b : scalar)
    y = 2
endfunction
print f(1.0, 2.0)
