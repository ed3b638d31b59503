% proves: 3.9 a function with another number of parameters
% expect: check-error scalar.*->
function r = apply(f : [scalar -> scalar], x)
    r = f(x)
endfunction
function y = two(a, b)
    y = a + b
endfunction
print apply(two, 4)
