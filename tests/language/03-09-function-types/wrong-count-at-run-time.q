% proves: 3.9 the same at run time
% expect: error scalar.*->
function r = apply(f : [scalar -> scalar], x)
    r = f(x)
endfunction
function y = two(a, b)
    y = a + b
endfunction
c = {two}
print apply(c[0], 4)
