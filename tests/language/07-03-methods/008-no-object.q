% proves: 7.3.1 a number where an object is declared is an error before the program runs
% expect: check-error parameter a of first has type point, but the value is an integer
type point : class
  x : scalar
  y : scalar
endtype
function y = first(a : point)
  y = a.x
endfunction
print first(3)
