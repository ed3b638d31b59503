% proves: 4.9.3 the level is set in the file; without checks unsafe reductions are applied
% expect: stdout
%> 4
#pragma COMPILER_REDUCTION_SAFETYLEVEL none
offset = 3
reduction x -> shifted(x) = x + offset
print shifted(1)
