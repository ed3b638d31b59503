% proves: 5 what is only satisfiable is checked at run time
% expect: error assertion failed: too many
n = numel(eval("[1,2,3,4]"))
assert(n >= 0)
assert(n < 4, "too many")
print "never"
