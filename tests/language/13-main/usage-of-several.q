% proves: 13.1 missing arguments of overloads of main are an error that names those of each
% expect: error given 1 argument; its parameters are: a b, or a b \[more \.\.\.\] \[E1010\]$
% args: 1
% status: 2
function [] = main(a : int, b)
    print a, b
endfunction
function [] = main(a : string, b)
    print b
endfunction
function [] = main(a : scalar, b, ...more)
    print b
endfunction
