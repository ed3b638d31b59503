% proves: 2.2.6 members of a class type are stored in place, ^T shares
% expect: ok
type corner : mutable class
  x : scalar
  y : scalar
endtype
type box : mutable class
  low : corner
  high : corner
endtype
type frame : mutable class
  low : ^corner
  high : ^corner
endtype
c = corner(x:=1, y:=2)
b = box(low:=c, high:=c)
f = frame(low:=c, high:=nullptr)
c.x = 10
assert(b.low.x == 1, "a copy")
assert(f.low.x == 10, "the object itself")
assert(f.high == nullptr)
b.low.x += 5
b.high.y -= 1
assert(b.low.x == 6 && b.low.y == 2 && b.high.x == 1 && b.high.y == 1)
f.high = f.low
f.high.y = 9
assert(c.y == 9 && f.low.y == 9 && f.low == f.high && f.low != nullptr)
e = box()
assert(e.low.x == 0 && e.high.y == 0)
print "ok"
