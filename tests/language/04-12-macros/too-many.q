% proves: 4.12 the number of arguments is checked
% expect: check-error macro `one` has 1 parameters, but 2 arguments
macro [] = one(x)
  print x
endmacro
{!one 1, 2}
