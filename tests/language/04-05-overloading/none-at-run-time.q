% proves: 4.5 the same with a type that is not known before
% expect: error f
function y = f(x : scalar)
    y = 1
endfunction
function y = f(x : mat)
    y = 2
endfunction
c = {"text"}
print f(c[0])
