% proves: 7.3.1 a.b[i].c += 1, and a compound assignment as an expression
% expect: ok
type leaf : mutable class
  c : scalar
  v : vec3
endtype
type leaves : vec[leaf]
type branch : mutable class
  b : leaves
  n : int
endtype
type tree : mutable class
  top : branch
endtype
t = tree(top:=branch(b:=leaves(3), n:=0))
t.top.b[1].c += 1
t.top.b[1].c *= 5
t.top.b[2].v[0] += 7
t.top.b[2].v[1..2] = [8, 9]
assert(t.top.b[1].c == 5 && t.top.b[0].c == 0 && sum(t.top.b[2].v) == 24)
k = (t.top.n += 1)
l = (t.top.n += 1)
assert(k == 1 && l == 2 && t.top.n == 2)
print "ok"
