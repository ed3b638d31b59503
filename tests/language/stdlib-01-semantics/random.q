% proves: seed(n) makes rand and randn reproducible, whatever the number of threads
% expect: ok
seed(7)
x = rand(1000001)
seed(7)
y = rand(1000001)
assert(sum(abs(x - y)) == 0, "the same seed")
assert(min(x) >= 0 && max(x) < 1 && abs(mean(x) - 0.5) < 0.002, "uniform in [0, 1)")
seed(7)
a = rand(500000)
b = rand(500001)
assert(sum(abs(a - x[0..499999])) == 0 && sum(abs(b - x[500000..1000000])) == 0, "two calls go on where one would")
z = randn(1000000)
assert(abs(mean(z)) < 0.005 && abs(mean(z.*z) - 1) < 0.01, "normal")
print "ok"
