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
[y,m,d] = sscanf("20261122", "%4d%2d%2d")
assert(y == 2026 && m == 11 && d == 22, "widths")
assert(sscanf("7 of 12", "%*d of %d") == 12, "left out")
[c,w] = sscanf("ab", "%c%s")
assert(c == "a" && w == "b", "characters")
assert(sscanf("0x1f", "%x") == 31 && sscanf("1e3", "%g") == 1000 && sscanf("17", "%o") == 15)
message = ""
try
  x = sscanf("abc", "%[a-z]")
catch ex
  message = sprintf("%s", ex)
endtry
assert(message == "sscanf: the format has a % without one of d, i, x, o, f, g, s, c behind it", message)
print "ok"
