% proves: 7.3.3, table 2.1 a[i,j] += b of an index property reads and sets it, with base and indices evaluated once
% expect: ok
type grid : mutable class
    d : mat
endtype
reduction (a : grid, i : int, j : int) -> a[i, j] = a.d[i, j]
reduction (a : grid, i : int, j : int, v : scalar) -> (a[i, j] = v) = (a.d[i, j] = v)
a = grid(d:=[[1.0, 2.0], [3.0, 4.0]])
a[0, 1] += 1
a[1, 1] *= 3
assert(a.d[0, 1] == 3 && a.d[1, 1] == 12 && a.d[0, 0] == 1)
for i=0..1
    a[i, 0] -= i
endfor
assert(a.d[0, 0] == 1 && a.d[1, 0] == 2)

function k = next(o : object)
    k = o.n
    o.n += 1
endfunction
o = object()
o.n = 0
a[next(o), 0] += 10
assert(o.n == 1 && a.d[0, 0] == 11 && a.d[1, 0] == 2)

function [] = change(b, v)
    b[0, 1] += v
endfunction
change(a, 5)
m = zeros(2, 2)
change(m, 2)
assert(a.d[0, 1] == 8 && m[0, 1] == 2)
print "ok"
