% proves: 2.1 Importing .q files; STDLIB 1.2: overloads of several modules stand together, the own ones first
% expect: ok
import "lib-shapes.q"
import "lib-more.q"
import "./lib-shapes.q"
function y = area(m : mat)
  y = sum(m)
endfunction
assert(area(2) == 12 && area(2,3) == 6 && area("four") == 4 && area([[1,2],[3,4]]) == 10, "four definitions")
assert(shared_level() == 20 && level == 20, "variables of imported files")
assert(twice(4) == 8 || twice(4) == -1, "two modules define it")
assert(only_here(1) == -1, "a module means its own first")
function y = f(x)
  y = area(x) + area(x, x)
endfunction
assert(f(2) == 16, "inside a function")
print "ok"
