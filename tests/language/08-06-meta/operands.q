% proves: 8.6 $nops and $op take expressions apart
% expect: stdout
%> 2
%> x
%> 3*y
%> 3
%> 1
%> y-1
%> 0
symbolic x, y
print $nops(x + 3*y)
print $str($op(x + 3*y, 0))
print $str($op(x + 3*y, 1))
print $str($op($op(x + 3*y, 1), 0))
print $nops(cos(y-1))
print $str($op(cos(y-1), 0))
print $nops(x)
