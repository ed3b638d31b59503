% proves: table 2.1 / divides scalars; two arrays are told before the run
% expect: check-error 4:13: error: operator / is not defined for two arrays
function y = f(a : mat, b : mat)
    y = 1 + a / b
endfunction
print f(ones(2,2), ones(2,2))
