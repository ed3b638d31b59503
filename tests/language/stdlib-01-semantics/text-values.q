% proves: 2.1 strings, STDLIB 1.1: strings, sprintf, cells of strings, comparison
% expect: ok
s = "abc"
assert(s + "def" == "abcdef" && s != "abd" && numel(s) == 3, "concatenation and comparison")
assert(sprintf("%d %s %g %5.2f", 3, "x", 0.5, 2.345) == "3 x 0.5  2.35" || sprintf("%5.2f", 2.345) == " 2.35" || sprintf("%5.2f", 2.345) == " 2.34", "sprintf")
assert(sprintf("%d", 3.0) == "3" && sprintf("%d%%", 5) == "5%", "numbers and percent")
assert("a" + 1 == "a1" && 1.5 + "a" == "1.5a", "a number joins a string")
c = {"a", 2, [1,2], {3,4}}
assert(numel(c) == 4 && c[0] == "a" && c[3][1] == 4 && c[2][0] == 1, "cells")
c[1] = "b"
c[0] += "x"
assert(c[0] + c[1] == "axb", "cells are assigned")
names = {"x","y"}
t = ""
for n=names
  t = t + n
endfor
assert(t == "xy", "a loop over a cell")
A = cell(2,2)
A[0,0] = eye(4)
A[1,1] = 3
A[0,1] = cell(1,4)
A[0,1][1] = ones(3,3)
A[0,1][1][0,0] = 2
assert(sum(A[0,1][1]) == 10 && all(size(A) == [2,2]), "nested cells")
B = copy(A)
B[0,0][0,0] = 7
assert(A[0,0][0,0] == 1, "copy of a cell copies its arrays")
p = {[1,2],[3,4]}
q = p + p
assert(q[1][0] == 6 && (p*2)[0][1] == 4 && max(p,2)[0][0] == 2, "arithmetic on cells")
r = sprintf("a\tb")
assert(numel(r) == 3, "tab")
assert("a\tb" != r && numel("a\tb") == 4, "literals keep backslashes")
print "ok"
