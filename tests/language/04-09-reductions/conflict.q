% proves: 4.9.3 strict: the order of two reductions matters
% expect: check-error conflict
#pragma COMPILER_REDUCTION_SAFETYLEVEL strict
function y = fused(A, B, x)
    y = 1
endfunction
reduction (A : mat, B : mat, x : vec) -> distance(A*x, B) = fused(A, B, x)
reduction (A : mat, B : mat) -> distance(A, B) = sum((A-B).^2)
A = eye(3)
g = (M : mat, x : vec(3), b : mat) -> distance(M*x, b)
print "never"
