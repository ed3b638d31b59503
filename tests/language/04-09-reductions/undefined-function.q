% proves: 4.9.3 strict: a function that nothing defines is an error
% expect: check-error function `nowhere` is not defined
#pragma COMPILER_REDUCTION_SAFETYLEVEL (strict)
reduction x -> moved(x) = nowhere(x)
print "never"
