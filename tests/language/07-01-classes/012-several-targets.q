% proves: STDLIB 1.1 [o.x, o.y] = ..., o.a : T = e, default values of members
% expect: ok
type where : mutable class
  x : scalar = 1.5
  y : int = -2
  name : string = "here"
  v : vec = zeros(3)
endtype
o = where()
assert(o.x == 1.5 && o.y == -2 && o.name == "here" && numel(o.v) == 3)
p = where(x:=2)
p.v[0] = 1
assert(o.v[0] == 0 && p.x == 2 && p.y == -2, "each has a vector of its own")
[o.x, o.y] = [10, 20]
assert(o.x == 10 && o.y == 20)
[o.x, o.y] = [o.y, o.x]
assert(o.x == 20 && o.y == 10)
o.x : scalar = 3
assert(o.x == 3)
print "ok"
