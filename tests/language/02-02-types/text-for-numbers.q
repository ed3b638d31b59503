% proves: 2.2 a text or a function given to a built-in function of numbers is an error before the run; it names the function, the argument and what is wanted
% expect: check-warning
%! 8: `sqrt` is not defined for a string: argument 1 has to be a number or an array
%! 9: `sum` is not defined for a string: argument 2 has to be an integer
%! 10: `linspace` is not defined for a string: argument 1 has to be a number
%! 11: `transpose` is not defined for a string: argument 1 has to be a number or an array
try
  a = sqrt("a")
  b = sum([1,2], "rows")
  c = linspace("0", 1, 5)
  d = transpose("abc")
catch ex
endtry
