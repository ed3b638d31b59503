% proves: 4.5 a second lambda of the same name replaces the first
% expect: ok
f = (x : scalar) -> 1
assert(f(0) == 1)
f = (x : scalar) -> 2
assert(f(0) == 2)
f = "no function any more"
assert(f == "no function any more")
print "ok"
