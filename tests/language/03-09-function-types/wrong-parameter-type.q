% proves: 3.9 a function whose parameter has another type
% expect: error string|scalar
function r = apply(f : [scalar -> scalar], x)
    r = f(x)
endfunction
function y = text(a : string)
    y = a
endfunction
c = {text}
print apply(c[0], 4)
