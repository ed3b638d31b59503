% proves: 7.3.3, table 2.1 a += b of objects is a = a + b by the user's operator, for every target, evaluated once
% expect: ok
type pt : mutable class
    x : scalar
    y : scalar
endtype
type pts : vec[pt]
type refs : vec[^pt]
type holder : mutable class
    p : pt
    v : vec
endtype
reduction (a : pt, b : pt) -> a + b = pt(a.x + b.x, a.y + b.y)
reduction (a : pt, s : scalar) -> a * s = pt(a.x * s, a.y * s)

v = pts(3)
v[0] += pt(1, 2)
v[0] += pt(1, 1)
v[0] *= 3
assert(v[0].x == 6 && v[0].y == 9)
r = refs(2)
r[1] = pt(1, 1)
r[1] += pt(2, 3)
assert(r[1].x == 3 && r[1].y == 4)
c = {pt(1, 1), 5, {pt(2, 2)}}
c[0] += pt(2, 3)
c[1] += 2
c[1] *= 2
c[2][0] *= 4
assert(c[0].x == 3 && c[0].y == 4 && c[1] == 14 && c[2][0].x == 8)
o = object()
o.p = pt(1, 2)
o.n = 1
o.p += pt(1, 1)
o.n += 4
h = holder(p:=pt(1, 2), v:=[1.0, 2.0])
h.p *= 10
h.p += pt(1, 1)
h.v[1] += 3
assert(o.p.x == 2 && o.p.y == 3 && o.n == 5 && h.p.x == 11 && h.p.y == 21 && h.v[1] == 5)

% what the target names is evaluated once
counter = object()
counter.n = 0
function k = next(counter : object)
    k = counter.n
    counter.n += 1
endfunction
v = pts(3)
v[next(counter)] += pt(1, 1)
v[next(counter)] += pt(2, 2)
assert(counter.n == 2 && v[0].x == 1 && v[1].x == 2 && v[2].x == 0)
function y = held(counter, h)
    counter.n += 1
    y = h
endfunction
held(counter, h).p += pt(1, 0)
assert(counter.n == 3 && h.p.x == 12)
cells = {pt(1, 0), pt(2, 0), pt(3, 0)}
counter.n = 1
cells[next(counter)] += pt(40, 0)
assert(counter.n == 2 && cells[1].x == 42 && cells[2].x == 3)

% where the types are open, and in loops; numbers keep their own meaning
function [] = add(a, k, b)
    a[k] += b
endfunction
add(cells, 0, pt(5, 5))
counts = zeros(4)
add(counts, 2, 7)
assert(cells[0].x == 6 && counts[2] == 7)
function y = histogram(x, n)
    y = zeros(n)
    for i=0..numel(x)-1
        y[x[i]] += 1
    endfor
endfunction
assert(sum(abs(histogram(int(mod(0..9999, 4)), 4) - 2500)) == 0)
sums = pts(2)
for i=0..9
    sums[mod(i, 2)] += pt(i, 1)
endfor
assert(sums[0].x == 20 && sums[1].x == 25 && sums[1].y == 5)
function [] = __kernel__ count(y, x, pos : int)
    y[x[pos]] += 1
endfunction
parallel_do(10000, counts, int(mod(0..9999, 4)), count)
assert(counts[0] == 2500 && counts[2] == 2507)
print "ok"
