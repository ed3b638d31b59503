% proves: 3.7 an argument outside of the type class is found by the compiler
% expect: check-error \[mat\|cmat\]
function y = diagonal_of(x : [mat|cmat])
    y = x[0,0]
endfunction
print diagonal_of("a string")
