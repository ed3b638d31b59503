% proves: 4.9.1, 4.9.3 the rules of a derivative are cases of one calculation, the special ones first: no conflict
% expect: ok
#pragma COMPILER_REDUCTION_SAFETYLEVEL strict
reduction (v : scalar, c : scalar) -> slope(c, v) = 0
reduction (v : scalar, n : int) -> slope(v^n, v) = n*v^(n-1)
reduction (p, q, v : scalar) -> slope(p + q, v) = slope(p, v) + slope(q, v)
reduction (p, v : scalar) -> slope(exp(p), v) = exp(p)*slope(p, v)
reduction (p : scalar, v : scalar) -> slope(p, v) = 0
f = (t : scalar) -> slope(exp(t^2) + 5, t)
for t = [0.0, 0.5, 1.25]
  assert(abs(f(t) - 2*t*exp(t^2)) < 1e-4)
endfor
print "ok"
