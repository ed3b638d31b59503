% proves: 7.4 object() has no members to begin with
% expect: ok
o = object()
names = {"a", "b"}
o.a = 1
o.b = "two"
o.c = object()
o.c.d = {1, 2}
o.c.d[1] = o
assert(o.a == 1 && o.c.d[0] == 1 && o.c.d[1].a == 1)
for i = 1..30
  o.k1 = i
  o.k2 = i; o.k3 = i; o.k4 = i; o.k5 = i; o.k6 = i; o.k7 = i; o.k8 = i
endfor
assert(o.k1 + o.k8 == 60 && o.b == "two")
print "ok"
