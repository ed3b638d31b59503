% proves: 8.6 $str turns an expression into text
% expect: stdout
%> (a+b)*(2*a)^7
%> sin(a) && !(b<3)
%> x[1, 2]
%> a+a
symbolic a, b, x
print $str((a+b)*(2*a)^7)
print $str(sin(a) && !(b < 3))
print $str(x[1,2])
print $str($subs(b=a, a+b))
