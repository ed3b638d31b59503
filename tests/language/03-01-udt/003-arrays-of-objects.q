% proves: 2.2.6, 3.1 arrays of classes and of pointers, with an alias and without
% expect: ok
type dot : mutable class
  x : scalar
  n : int
endtype
type dots : vec[dot]
type dotmat : mat[dot]
type dotcube : cube[dot]
type links : vec[^dot]
a = dots(4)
b = dotmat(2, 3)
c = dotcube([1, 2, 3])
d = links(3)
assert(numel(a) == 4 && numel(b) == 6 && numel(c) == 6 && numel(d) == 3)
assert(a[3].x == 0 && b[1,2].n == 0 && c[0,1,2].n == 0 && d[1] == nullptr)
a[1].x = 2.5
a[1].n += 3
b[1,2].n += 4
b[1,2].n *= 2
c[0,1,2].x = 1
assert(a[0].x == 0 && a[1].x == 2.5 && a[1].n == 3 && b[1,2].n == 8 && b[0,2].n == 0 && c[0,1,2].x == 1)
p = dot(x:=7, n:=1)
a[2] = p
d[0] = p
p.x = 8
assert(a[2].x == 7, "in place")
assert(d[0].x == 8, "a pointer")
e = vec[dot](2)
e[0].n = 6
assert(e[0].n == 6 && e[1].n == 0)
total = 0
for q = a
  total += q.n
endfor
assert(total == 4)
f = a[1..2]
f[0].n = 100
assert(a[1].n == 3, "a slice is an array of its own")
print "ok"
