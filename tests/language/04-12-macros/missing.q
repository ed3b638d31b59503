% proves: 4.12 a missing argument is named
% expect: check-error needs an argument for its parameter `b`
macro [] = two(a, b)
  print a, b
endmacro
{!two 1}
