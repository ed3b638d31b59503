% proves: 2.2.3 compound assignments to elements follow the modifier of the array
% expect: ok
a = vec[uint8'sat](1)
a[0] = 200
a[0] += 100
assert(a[0] == 255)
a[0] -= 300
assert(a[0] == 0)
a[0] += 50
a[0] *= 10
assert(a[0] == 255)
b = vec[uint8'unchecked](1)
b[0] = 200
b[0] += 100
assert(b[0] == 44)
c = vec[uint8](1)
c[0] = 200
caught = 0
try
    c[0] += 100
catch ex
    caught = 1
endtry
assert(caught == 1 && c[0] == 200)
d = vec[int8'sat](4)
d[:] = 200
assert(sum(d) == 4*127)
d[0..1] = [-1000, 5]
assert(d[0] == -128 && d[1] == 5)
e = vec[int](3)
e[0] = 0.5
e[1] = 2.9
e[2] = -2.9
assert(e[0] == 0 && e[1] == 2 && e[2] == -2)
print "ok"
