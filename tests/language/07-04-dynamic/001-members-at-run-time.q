% proves: 7.4 members are added at run time, functions too
% expect: ok
%! 27: `self` is a copy
type gadget : dynamic class
  name : string
  size3 : vec3
endtype
g = gadget()
assert(g.name == "" && sum(g.size3) == 0)
g.position = [0, 0, 10]
g.on = false
g.switch_on = () -> g.on = true
g.scale = (k) -> 2 * k
g.switch_on()
assert(g.on && g.scale(21) == 42)
g.position[2] += 1
assert(g.position[2] == 11)
g.count = 0
for i = 1..20
  g.count += i
endfor
assert(g.count == 210)
h = g
h.name = "shared"
assert(g.name == "shared", "a dynamic object is a reference")
function [] = rename(self : gadget, name)
  self.name = name
endfunction
g.rename("again")
assert(h.name == "again")
n : gadget = null
assert(n == null && g != null)
print "ok"
