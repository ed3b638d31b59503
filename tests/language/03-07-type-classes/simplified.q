% proves: 3.7 a type class is simplified: [int'const|int] is int
% expect: check-error has type int,
function y = f(x : [int'const|int])
    y = x
endfunction
print f("text")
