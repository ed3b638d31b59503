% proves: STDLIB 8 colored_noise: a flat spectrum gives variance 1
% expect: ok
import "colored_noise.q"
seed(7)
y = cgn_rand([128,256], generate_psd([128,256], d -> 1))
assert(abs(var(y) - 1) < 0.05 && abs(mean(y)) < 0.03)
z = cgn_rand([128,128], generate_psd([128,128], d -> d < 0.1 ? 1 : 0))
assert(var(z) < 0.1 && var(z) > 0.01)
print "ok"
