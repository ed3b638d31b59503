% proves: 4.9.3 strict: an operand of an outer scope that changes
% expect: check-error non-local
#pragma COMPILER_REDUCTION_SAFETYLEVEL strict
reduction x:mat -> backward(forward(x)) = x
A = ones(4,4)
for k=1..10
    y = x:mat -> backward(forward(x + A))
    A = zeros(4,4)
endfor
