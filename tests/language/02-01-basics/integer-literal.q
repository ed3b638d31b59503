% proves: LANGUAGE "Integer variables": a literal becomes a scalar, a computed integer truncates
% expect: ok
%! 5: `s` is an integer here and becomes a scalar in line 6
%! 8: `t` is an integer here and becomes a scalar in line 9
s = 0
s = s + 0.25
assert(s == 0.25, "a literal takes the scalar")
t = 0
t += 0.25
assert(t == 0.25, "compound assignment too")
n = 7
n /= 2
assert(n == 3, "a compound assignment of two integers stays an integer")
k : int = 3
k = 2.9
assert(k == 2, "a declared int truncates")
print "ok"
