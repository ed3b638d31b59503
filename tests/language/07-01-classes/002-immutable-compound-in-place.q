% proves: 7.1 neither do its parts
% expect: check-error immutable
type spot : mutable class
  x : scalar
endtype
type sheet : class
  s : spot
endtype
a = sheet(s:=spot(x:=1))
a.s.x += 1
