% proves: 6.5 constraints name parameters of the function
% expect: check-error `scaled` has no parameter `B`
function y = scaled(A : mat, n : int)
    y = sum(A) * n
endfunction
f = $specialize(scaled, type(B, mat))
