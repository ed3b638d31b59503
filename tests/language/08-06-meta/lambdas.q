% proves: 8.6 lambdas inside of what $simplify and $subs get
% expect: ok
symbolic u
k = 4
y = $simplify((t -> t + k)(3) + 0 * 2)
assert(y == 7)
assert($subs(u=3, u + (t -> t + 1)(3)) == 7)
assert($subs(u=3, (t -> t + u)(3)) == 6)
assert($subs(u=k, u + (t -> t + k)(3)) == 11)
f = n -> $subs(u=k, u + (t -> t + n)(3))
assert(f(1) == 8)
print "ok"
