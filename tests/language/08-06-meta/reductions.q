% proves: 8.6, 4.9 meta functions calculate with what reductions make of their arguments; $str shows what is written
% expect: stdout
%> 3*x^2
%> slope(x^3, x)
%> 12
%> 6
%> Valid
%> 2
symbolic x : scalar
reduction (x : scalar, n : int) -> slope(x^n, x) = n*x^(n-1)
reduction (x : scalar) -> twice(x) = 2*x
print $str($simplify(slope(x^3, x)))
print $str(slope(x^3, x))
print $eval($subs(x=2, $simplify(slope(x^3, x))))
print $eval(twice(3))
assert(x > 1)
print $check(twice(x) > 2)
print $nops(slope(x^3, x))
