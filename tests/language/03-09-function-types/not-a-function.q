% proves: 3.9 a value that is no function, where a function type is declared
% expect: check-error \[scalar -> scalar\]
function r = apply(f : [scalar -> scalar], x)
    r = f(x)
endfunction
print apply(3, 4)
