% proves: 2.1 (6) multiple assignment, swapping and placeholders in every place
% expect: ok
[a, b] = [1, 2]
[a, b] = [b, a]
assert(a == 2 && b == 1, "swap")
[a, _] = [7, 8]
[_, b] = [7, 8]
assert(a == 7 && b == 8, "placeholders")
function [x, y, z] = three()
  x = 1
  y = 2
  z = 3
endfunction
[_, _, c] = three()
assert(c == 3, "third output")
[a, b] = three()
assert(a == 1 && b == 2, "the first two")
v = [1, 2, 3, 4]
[v[0], v[3]] = [v[3], v[0]]
assert(v[0] == 4 && v[3] == 1, "elements")
[p, q] = {5, "six"}
assert(p == 5 && q == "six", "a cell")
[a, b, c] = [1, [2, 3], "x"]
assert(a == 1 && b[1] == 3 && c == "x", "different kinds")
assert((d = 5) == 5 && d == 5, "an assignment is a value")
[r : scalar, s : int] = [4.5, 5]
assert(r == 4.5 && s == 5, "declared targets")
print "ok"
