% proves: 7.1 classes defined in functions, aliases, and objects in cells and lambdas
% expect: ok
type pair : mutable class
  a : scalar
  b : scalar
endtype
type couple : pair
type both : vec[couple]
function y = outer(n)
  type local : mutable class
    v : scalar
    p : pair
  endtype
  x = local(v:=n, p:=pair(a:=n, b:=2*n))
  x.p.a += 1
  y = x.p.a + x.p.b + x.v
endfunction
assert(outer(3) == 13)
q = couple(a:=1, b:=2)
r = both(2)
r[0] = q
assert(r[0].b == 2 && type(q) == "pair")
list = {q, q}
list[0].a = 7
assert(list[1].a == 7, "cells share")
swap = (p : ^pair) -> ([p.a, p.b] = [p.b, p.a])
swap(q)
assert(q.a == 2 && q.b == 7)
print "ok"
