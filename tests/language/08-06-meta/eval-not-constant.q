% proves: 8.6 $eval of something that is not constant is an error that says so
% expect: check-error not constant at compile time.*`r`
r = rand()
print $eval(r + 1)
