% proves: LANGUAGE.md copy copies what an object holds, deepcopy everything reachable, cycles included
% expect: ok
type link : mutable class
  v : vec
  next : ^link
endtype
a = link(v:=[1,2,3], next:=nullptr)
b = link(v:=[4,5], next:=a)
a.next = b
c = copy(a)
c.v[0] = 100
assert(a.v[0] == 1 && c.next == b, "pointers are shared")
d = deepcopy(a)
d.v[1] = 50
d.next.v[0] = 60
assert(a.v[1] == 2 && b.v[0] == 4)
assert(d.next.next == d && d.next != b, "the cycle is one of the copy")
o = object()
o.list = {1, o}
o.m = zeros(2,2)
p = deepcopy(o)
p.m[0,0] = 1
assert(o.m[0,0] == 0 && p.list[1] == p)
print "ok"
