% proves: 6.5 parameter types may only be narrowed
% expect: check-error \$specialize: `A` is a `mat`, which `string` does not narrow
function y = scaled(A : mat, n : int)
    y = sum(A) * n
endfunction
f = $specialize(scaled, type(A, "string"))
