% proves: 8.6 an unknown meta function is an error that names those there are
% expect: check-error no meta function `\$evaluate`.*\$eval
print $evaluate(1+1)
