% proves: 4.5 no function handle of an overloaded function
% expect: check-error handle|overload
function y = f(a : scalar)
    y = 1
endfunction
function y = f(a : mat)
    y = 2
endfunction
g = f
print g(1)
