% proves: 5.2 $simplify uses what is known
% expect: stdout
%> v>1
%> true
%> false
%> u>4
%> v==2
%> 1
symbolic u, v
assert(u > 3)
print $str($simplify(u > 2 && v > 1))
print $str($simplify(u > 2))
print $str($simplify(u < 1 && v > 1))
print $str($simplify(u > 3 && u > 4))
print $str($simplify(!(v != 2)))
print $simplify(u != 0)
