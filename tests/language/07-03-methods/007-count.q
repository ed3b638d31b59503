% proves: 7.3.1 a method that is called with too many arguments is an error before the program runs
% expect: check-error `area` takes 1 argument
type square : class
  side : scalar
endtype
function y = area(self : square)
  y = self.side^2
endfunction
s = square(side := 2)
print s.area(3)
