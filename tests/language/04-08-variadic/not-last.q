% proves: 4.8 the variadic parameter is the last one
% expect: check-error last|end
function [] = f(... args, b)
    print b
endfunction
f(1, 2)
