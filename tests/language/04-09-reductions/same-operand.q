% proves: 4.9.1, 4.9.2 a pattern that asks for one operand twice comes before one of its shape with two
% expect: ok
reduction (v, c : scalar) -> rate(c, v) = 0
reduction (v : scalar) -> rate(v, v) = 1
reduction (v, f, g : scalar) -> rate(f * g, v) = rate(f, v)*g + f*rate(g, v)
reduction (v, f, g : scalar) -> rate(f + g, v) = rate(f, v) + rate(g, v)
reduction (v : scalar, n : int) -> rate(v^n, v) = n*v^(n-1)
once = (t : scalar) -> rate(t^3 + 2*t, t)
twice = (t : scalar) -> rate(rate(t^3, t), t)
with = (t : scalar, a : scalar) -> rate(a*t*t, t)
assert(abs(once(2) - 14) < 1e-6)
assert(abs(twice(2) - 12) < 1e-6)
assert(abs(with(3, 2) - 12) < 1e-6)
print "ok"
