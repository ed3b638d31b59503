% proves: 7.6 a class derived from an immutable one is immutable
% expect: check-error immutable
type shape : class
  sides : int
endtype
type square : shape
  edge : scalar
endtype
s = square(sides:=4, edge:=2)
s.edge = 3
