% proves: 3.10, 2.1 an imported enumeration, also inside an imported macro
% expect: ok
import "lib-colors.q"
assert(shade.Dark == 4, "imported")
v = 0
{!set_dark v}
assert(v == shade.Dark, "through a macro")
print "ok"
