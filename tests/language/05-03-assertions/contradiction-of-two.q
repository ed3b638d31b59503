% proves: 5 it may take two assertions to contradict a third
% expect: check-error contradictory with what is known
symbolic a, b
assert(a > b)
assert(b > 10)
assert(a < 9)
