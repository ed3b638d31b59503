% proves: 8.6 $ubound of a text is an error
% expect: check-error \$ubound needs a number
print $ubound("text")
