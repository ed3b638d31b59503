% proves: 4.5.2 a default value has to fit the type of its parameter
% expect: check-error 3:26: error: parameter x has type int, but its default value is a string
function y = f(x : int = "a")
    y = x
endfunction
print f(1)
