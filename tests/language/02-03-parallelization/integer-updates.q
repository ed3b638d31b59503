% proves: LANGUAGE "Numbers": updates of integer arrays in a loop truncate and are checked one after the other
% expect: ok
d = vec[int](1)
d[0] = 1
for i=0..9999
    d[0] += i < 5000 ? 0.6 : -0.6
endfor
assert(d[0] == 0, "each update is truncated: ", d[0])
e = vec[int](1)
caught = false
try
    for i=0..99999
        e[0] += 30000
    endfor
catch ex
    caught = true
endtry
assert(caught, "overflow is an error")
% Each iteration has an element of its own.
f = vec[int](1000)
for i=0..999
    f[i] = 2147483000 + mod(i, 600)
endfor
caught = false
try
    for i=0..999
        f[i] += 1000
    endfor
catch ex
    caught = true
endtry
assert(caught, "overflow of an element of its own is an error")
p = 3
for i=0..29
    p *= 3
endfor
assert(p == 3^31, "a product of integers")
print "ok"
