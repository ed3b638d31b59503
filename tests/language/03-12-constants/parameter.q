% proves: 3.12 writes to a 'const parameter are errors
% expect: check-error const
function [] = compute(A : mat'const)
    A[0,0] = 1
endfunction
compute(zeros(2,2))
