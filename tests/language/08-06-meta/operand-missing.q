% proves: 8.6 an operand that is not there is an error
% expect: check-error \$op.*2 operands
symbolic x
print $str($op(x+1, 2))
