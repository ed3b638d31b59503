% proves: 7.3.2, 7.3.3, 3.8 methods, getters, setters and operators of objects through reductions
% expect: stdout
%> 4.47213595499958
%> 2 4
%> 5
%> 6 8 10
%> 12 20
%> 10
%> 5
%> 5
type point : mutable class
    x : scalar
    y : scalar
endtype
function d = point_distance(p : point, q : point)
    d = sqrt((p.x-q.x)^2 + (p.y-q.y)^2)
endfunction
reduction (p : point, q : point) -> p.distanceto(q) = point_distance(p, q)
reduction (a : point) -> a.length = sqrt(a.x ^ 2 + a.y ^ 2)
reduction (a : ^point, b : scalar) ->
    (a.length = b) = (a = point(x:=b/a.length*a.x, y:=b/a.length*a.y))
reduction (a : point, b : point) -> a - b = point(x:=a.x-b.x, y:=a.y-b.y)
p = point(x:=4, y:=5)
q = point(x:=2, y:=1)
print p.distanceto(q)
r = p - q
print r.x, " ", r.y
p = point(x:=3, y:=4)
print p.length
p.length = 10
print p.x, " ", p.y, " ", p.length
p.length *= 2
print p.x, " ", p.length
p -= q
print p.x
function n = untyped(a)
    n = a.length
endfunction
print untyped(point(x:=3, y:=4))
function n = typed(a : point, b : ^point)
    b.length = a.length
    n = (a - a).length + b.length
endfunction
v = point(x:=0, y:=1)
print typed(point(x:=3, y:=4), v)
