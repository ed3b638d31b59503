% proves: 4.9.4 where clauses at run time fall through to the original; an operand is evaluated once
% expect: stdout
%> 3.5
%> call
%> 2
%> call
%> 5
%> 7
function y = seen(x)
    print "call"
    y = x
endfunction
reduction (x : scalar) -> abs(x) = x where x >= 0
reduction (x : scalar) -> abs(x) = -x where x < 0
print abs(-3.5)
print abs(seen(-2))
print abs(seen(3+4i))
v = 7.0
print abs(v)
