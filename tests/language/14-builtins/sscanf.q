% proves: 14 sscanf
% expect: ok
[a] = sscanf("17", "%d")
assert(a == 17, "one")
[x,y,z] = sscanf("1,2,3", "%d,%d,%d")
assert(x == 1 && y == 2 && z == 3, "three")
[n,s] = sscanf("5 apples", "%d %s")
assert(n == 5 && s == "apples", "string")
b = sscanf("2.5", "%f")
assert(b == 2.5, "value")
print "ok"
