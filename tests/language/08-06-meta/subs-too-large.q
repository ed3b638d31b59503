% proves: 8.6 substitutions whose result doubles each time end in an error
% expect: check-error \$subs: the result has more than
symbolic x
print($str($subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,$subs(x=x+x,x))))))))))))))))))))
