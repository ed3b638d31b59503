% manual: 3.9 a parameter of a function type is called as its type says
% expect: check-error takes 2 arguments
function y = combine(f : [(scalar, scalar) -> scalar], x : scalar)
    y = f(x)
endfunction
print combine((a, b) -> a + b, 3)
