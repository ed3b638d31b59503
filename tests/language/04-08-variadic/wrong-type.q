% proves: 4.8 every argument of a typed rest parameter has to have the type
% expect: error string
function [] = f(... args : vec[string])
    print numel(args)
endfunction
f("a", 5)
