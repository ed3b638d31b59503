% proves: 14.2 save and load keep objects, what they share, and cycles
% expect: ok
type point : class
    x : scalar
    y : scalar
end
type shape : mutable class
    name : string
    center : point
    next : ^shape
    weights : vec
end
type tag : dynamic class
end

s = shape(name:="a", center:=point(x:=1,y:=2), next:=nullptr, weights:=[1,2])
t = shape(name:="b", center:=point(x:=3,y:=4), next:=nullptr, weights:=[3])
s.next = t
t.next = s
save("o.qdat", s)
r = load("o.qdat")
assert(type(r, "shape"), "class")
assert(r.name == "a" && r.center.y == 2 && r.weights[1] == 2, "members")
assert(r.next.name == "b" && r.next.center.x == 3, "pointer")
assert(r.next.next.name == "a", "cycle")
r.name = "changed"
assert(r.next.next.name == "changed", "the cycle leads to the same object")
assert(s.name == "a", "a new object")

% objects without a class keep the order of their members
o = object()
o.zeta = 1
o.alpha = {1, "two"}
o.self = o
save("o.qdat", o)
p = load("o.qdat")
assert(p.zeta == 1 && p.alpha[1] == "two", "object()")
p.zeta = 5
assert(p.self.zeta == 5, "object() in itself")

d = tag()
d.extra = 3
save("o.qdat", d)
assert(load("o.qdat").extra == 3, "dynamic class")

% what two values share
v = [1,2,3]
save("o.qdat", {v, v}, v)
[c, w] = load("o.qdat")
w[0] = 9
assert(c[0][0] == 9 && c[1][0] == 9 && v[0] == 1, "shared array")

% immutable objects in cells
save("o.qdat", {point(x:=1,y:=2), point(x:=3,y:=4)})
q = load("o.qdat")
assert(q[1].x == 3, "cell of objects")

% a long list
head = object()
head.next = nullptr
head.n = 0
for k=1..3000
    node = object()
    node.n = k
    node.next = head
    head = node
end
save("o.qdat", head)
l = load("o.qdat")
n = 0
while true
    n = n + 1
    if l.n == 0
        break
    endif
    l = l.next
end
assert(n == 3001, "list")
print "ok"
