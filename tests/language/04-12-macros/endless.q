% proves: 4.12 a macro that expands itself ends in an error
% expect: check-error expands itself without end
macro [] = a(x)
  {!a x}
  {!a x}
endmacro
y = 1
{!a y}
