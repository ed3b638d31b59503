% proves: 7.6 an object of the base is none of the derived class
% expect: error circle
type spot : mutable class
  x : scalar
endtype
type circle : spot
  radius : scalar
endtype
function y = area(c : ^circle)
  y = pi * c.radius^2
endfunction
print area(spot(x:=1))
