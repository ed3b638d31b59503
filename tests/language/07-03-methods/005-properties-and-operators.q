% proves: 7.3.2, 7.3.3 properties and operators of a class by reductions
% expect: ok
type arrow : mutable class
  dx : scalar
  dy : scalar
endtype
reduction (a : arrow) -> a.norm = sqrt(a.dx^2 + a.dy^2)
reduction (a : ^arrow, s : scalar) -> (a.norm = s) = (a = arrow(dx:=s/a.norm*a.dx, dy:=s/a.norm*a.dy))
reduction (a : arrow, b : arrow) -> a + b = arrow(dx:=a.dx+b.dx, dy:=a.dy+b.dy)
a = arrow(dx:=3, dy:=4)
b = arrow(dx:=1, dy:=1)
assert(a.norm == 5)
c = a + b
assert(c.dx == 4 && c.dy == 5)
a.norm = 10
assert(a.dx == 6 && a.dy == 8)
print "ok"
