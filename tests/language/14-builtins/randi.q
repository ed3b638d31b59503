% proves: 14.2 randi gives whole numbers that are equally likely for every n, those of rand for small n
% expect: ok
seed(1)
k = randi(1000000000, 100000)
assert(min(k) >= 0 && max(k) < 1000000000 && abs(mean(and(k,1)) - 0.5) < 0.01 && abs(mean(mod(k,5)) - 2) < 0.03, "digits at the end")
assert(abs(mean(k / 1e9) - 0.5) < 0.01 && type(k, ivec), "mean")
k = randi(9007199254740992, [100,1000])
assert(all(size(k) == [100,1000]) && abs(mean(mod(k,2)) - 0.5) < 0.01 && abs(mean(mod(k,3)) - 1) < 0.02, "2^53")
assert(max(k) > 9000000000000000 && min(k) < 1000000000000, "range of 2^53")

% of a third more than half of all numbers, those that come from two of the generator's would be a third
n = 3 * 2^61
k = randi(n, 100000)
assert(abs(mean(k < 2^61) - 1/3) < 0.01 && abs(mean(k >= 2^62) - 1/3) < 0.01, "thirds")

for n = [1,2,6,100,1000]
  seed(5)
  a = randi(n, 3, 333)
  seed(5)
  b = floor(n * rand(3,333))
  assert(sum(a != b) <= 1, n)
endfor
seed(9)
a = randi(10)
b = randi(10, 2)
seed(9)
c = randi(10)
d = randi(10, [2])
assert(a == c && all(b == d) && type(a, int) && type(b, ivec) && randi(1) == 0, "numbers")
bad = ""
try
  randi(0)
catch ex
  bad = ex
endtry
assert(bad == "randi: the number of values has to be at least 1, but is 0", bad)

import "numeric.q"
seed(3)
p = randperm(200000)
assert(all(sort(p) == (0..199999)), "permutation")
inside = p[0..199998]
assert(abs(mean(p[1..199999] > inside) - 0.5) < 0.01, "neither ascends nor descends")
print "ok"
