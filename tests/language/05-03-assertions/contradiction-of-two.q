% proves: 5 it may take two assertions to contradict a third
% expect: check-error `a<9` is contradictory with `a>b` \(line 4\) and `b>10` \(line 5\)
symbolic a, b
assert(a > b)
assert(b > 10)
assert(a < 9)
