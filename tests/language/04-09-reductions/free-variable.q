% proves: 4.9.3 strict: a free variable in the replacement is an error
% expect: check-error free variable `offset`
#pragma COMPILER_REDUCTION_SAFETYLEVEL strict
offset = 3
reduction x -> shifted(x) = x + offset
print shifted(1)
