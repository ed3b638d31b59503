% proves: 8.6 $subs puts an expression in the place of a variable
% expect: stdout
%> y^2+2*y
%> (u+1)*v
%> 12
symbolic x, y, u, v, a
print $str($subs(x=y, x^2+2*x))
print $str($subs(x=u+1, y=v, x*y))
k = 3
print $subs(a=k, a+a^2)
