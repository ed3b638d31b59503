% proves: 7.6 inheritance of immutable, mutable and dynamic classes
% expect: ok
type shape : class
  sides : int
endtype
type square : shape
  edge : scalar
endtype
type animal : mutable class
  legs : int = 4
endtype
type bird : animal
  wings : int
endtype
type penguin : bird
  name : string
endtype
type thing : dynamic class
  id : int
endtype
type tool : thing
  use : string
endtype
function y = count_legs(self : ^animal)
  y = self.legs
endfunction
function [] = grow(self : ^animal, n)
  self.legs += n
endfunction
s = square(sides:=4, edge:=2)
assert(s.sides * s.edge == 8 && type(s, "shape") && type(s, "square"))
p = penguin(legs:=2, wings:=2, name:="p")
assert(count_legs(p) == 2 && p.count_legs() == 2)
p.grow(1)
assert(p.legs == 3 && type(p, "bird") && type(p, "animal"))
q = bird()
assert(q.legs == 4 && !type(q, "penguin"))
t = tool(id:=3, use:="cut")
t.sharp = true
assert(t.id == 3 && t.sharp)
herd = vec[^animal](2)
herd[0] = p
herd[1] = q
assert(herd[0].legs + herd[1].legs == 7)
print "ok"
