% proves: STDLIB 1.2 functions of one name and with the same parameters in two modules, imported through a third
% expect: ok
import "lib-both.q"
assert(area(2) == 12 && area(2,3) == 6 && area("four") == 4, "of two modules")
assert(twice(4) == 8 && only_here(4) == -1, "the last import comes first")
assert(shared_level() == 20 && first == 1, "what stands behind them is as it was")
print "ok"
