% proves: 8.6 what is assumed about one variable is asserted about another
% expect: stdout
%> type(b,"int") && 0 <= b && b < 1
a : int
assert(0 <= a && a < 1)
b : ??
assert($subs(a=b,$assump(a)))
print $str($assump(b))
