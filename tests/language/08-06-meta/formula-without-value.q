% proves: 8.6 what a meta function makes of symbolic variables is a formula: told before the run, with $str as the way to see it
% expect: check-error `c` is symbolic and has no value, and neither has `c<3`, which is what \$simplify gives; \$str
symbolic c
assert(c > 2 && c < 4)
print $simplify(c < 3)
