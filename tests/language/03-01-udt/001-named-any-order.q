% proves: 2.2.6 the default constructor, named members in any order, zero for the others
% expect: ok
type pixel : class
  row : int
  column : int
  level : scalar
  label : string
endtype
a = pixel()
assert(a.row == 0 && a.column == 0 && a.level == 0 && a.label == "")
b = pixel(level:=0.5, column:=3, row:=2)
assert(b.row == 2 && b.column == 3 && b.level == 0.5)
c = pixel(label:="edge", row=7)
assert(c.row == 7 && c.label == "edge" && c.level == 0)
d = pixel(1, 2, 3, "p")
assert(d.row == 1 && d.column == 2 && d.level == 3 && d.label == "p")
print "ok"
