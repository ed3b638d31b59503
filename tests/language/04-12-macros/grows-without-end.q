% proves: 4.12 a macro that expands itself with larger and larger arguments ends in an error, and soon
% expect: check-error expands itself without end
macro [] = grow(x)
    {!grow [x, x] + x}
    {!grow x}
endmacro
y = 1
{!grow y}
