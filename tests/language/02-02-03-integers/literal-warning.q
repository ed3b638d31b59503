% proves: 2.2.3 the warning about a variable that starts as an integer constant
% expect: ok
%! 4: `a` is an integer here and becomes a scalar in line 7
a = 0
x = [0.5, 0.25]
for n = 0..1
    a += x[n]
endfor
assert(a == 0.75)
print "ok"
