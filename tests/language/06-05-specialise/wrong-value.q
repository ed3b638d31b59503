% proves: 6.5 a value has the parameter's type
% expect: check-error `n` is a `int`, which `string` does not narrow
function y = scaled(A : mat, n : int)
    y = sum(A) * n
endfunction
f = $specialize(scaled, n == "many")
