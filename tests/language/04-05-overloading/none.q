% proves: 4.5 no definition applies
% expect: check-error f
function y = f(x : scalar)
    y = 1
endfunction
function y = f(x : mat)
    y = 2
endfunction
print f("text")
