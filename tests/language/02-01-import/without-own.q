% proves: STDLIB 1.2 overloads of several imported modules without one of the program's own, also in kernels and loops
% expect: ok
import "lib-more.q"
import "lib-shapes.q"
assert(area(2) == 12 && area(2,3) == 6 && area("four") == 4, "of two modules")
assert(twice(4) == 8, "the last import comes first")
x = zeros(5)
for i = 0..4
  x[i] = area(i) + area(i, 2)
endfor
assert(x[3] == 33, "in a loop")
print "ok"
