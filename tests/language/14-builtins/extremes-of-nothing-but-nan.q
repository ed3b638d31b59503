% proves: 14 the largest and the smallest of nothing but NaN is NaN, in expressions of long arrays too
% expect: ok
n = 2000
v = nan * ones(n)
assert(isnan(max(v)) && isnan(min(v)), "an array")
assert(isnan(max(nan * ones(n))) && isnan(min(v + 1)), "an expression")
assert(isnan(max(nan * ones(40, 50))), "a matrix")
assert(max(-inf * ones(n)) == -inf && min(inf * ones(n)) == inf, "infinite")
v[17] = -inf
assert(max(v + 1) == -inf && min(v + 1) == -inf, "NaN and -inf")
v[18] = 3
assert(max(v + 1) == 4 && min(v + 1) == -inf, "a number")
m = max(v + 1) + max(nan * v)
assert(isnan(m), "in a sum")
print "ok"
