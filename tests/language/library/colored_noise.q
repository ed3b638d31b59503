% proves: STDLIB 8 colored_noise: a flat spectrum gives variance 1
% expect: ok
import "colored_noise.q"
seed(7)
y = cgn_rand([128,256], generate_psd([128,256], d -> 1))
assert(abs(var(y) - 1) < 0.05 && abs(mean(y)) < 0.03)
z = cgn_rand([128,128], generate_psd([128,128], d -> d < 0.1 ? 1 : 0))
assert(var(z) < 0.1 && var(z) > 0.01)
a = generate_psd([8,16], d -> d, 3, 0.5)
b = generate_psd([8,16], d -> d)
assert(max(abs(a - (3 * b + 0.5))) < 1e-6, "gain and offset")
c = generate_psd([8,16], (d, f, g, h) -> f * d + g - h, 3, 1, 0.5)
assert(max(abs(a - c)) < 1e-6, "arguments of the function")
c = generate_psd([8,16], (d, f, g) -> f * d + g, 3, 0.5)
assert(max(abs(a - c)) < 1e-6, "two arguments of the function")
seed(4)
y = cgn_rand([8,16], a)
seed(4)
z = cgn_rand([8,16], d -> d, 3, 0.5)
assert(max(abs(y - z)) < 1e-5, "noise")
print "ok"
