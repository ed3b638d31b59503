% proves: sets, histograms, interpolation, random integers, permutations, Poisson numbers
% expect: ok
import "numeric.q"

function [] = fails(f, words)
  message = ""
  try
    f()
  catch ex
    message = sprintf("%s", ex)
  end
  assert(strlen(message) > 0, words)
end

u = unique([3,1,3,2,1])
assert(numel(u) == 3 && sum(abs(u - [1,2,3])) == 0)
assert(numel(unique([[5,5],[5,5]])) == 1 && unique([[5,5],[5,5]])[0] == 5)
assert(numel(unique(mod(0..9999, 77))) == 77)

h = histogram([[0,0.5,1],[1.5,2,-1]], 2, 0, 2)
assert(numel(h) == 2 && h[0] == 2 && h[1] == 3)
h = histogram(mod(reshape(0..59999, [100,200,3]), 16), 16, 0, 16)
assert(min(h) == 3750 && max(h) == 3750)
fails(() -> histogram([1.0,2], 4, 1, 1), "low < high")

z = interp1([0,1,3], [0,10,0], [-1,0,0.5,1,2,3,4])
assert(max(abs(z - [0,0,5,10,5,0,0])) < 1e-5)
x = linspace(0, 6, 200)
at = linspace(0.1, 5.9, 37)
assert(max(abs(interp1(x, sin(x), at) - sin(at))) < 2e-4)
fails(() -> interp1([0,0,1], [1,2,3], [0.5]), "ascend")
fails(() -> interp1([0,1], [1,2,3], [0.5]), "length")

im = reshape(0.0..19, [4,5])
assert(max(abs(interp2(im, [[0.5,3],[0,-2]], [[0.5,4],[2.25,7]]) - [[3,19],[2.25,4]])) < 1e-5)

seed(3)
k = randi(6, [100,100])
assert(min(k) == 0 && max(k) == 5 && max(abs(k - floor(k))) == 0)
counts = histogram(k, 6, 0, 6)
assert(min(counts) > 1500 && max(counts) < 1840)
assert(randi(1) == 0)
p = randperm(1000)
assert(sum(abs(sort(p) - (0..999))) == 0 && sum(abs(p - (0..999))) > 1000)

for m = [0.5, 4, 30, 200]
  x = randpoisson(m * ones(200,200))
  assert(abs(mean(x) - m) < 6 * sqrt(m / 40000), m, mean(x))
  assert(abs(mean((x - mean(x)).^2) / m - 1) < 0.06, m)
  assert(min(x) >= 0 && max(abs(x - round(x))) == 0)
end
assert(max(randpoisson(zeros(5,5))) == 0)
assert(isscalar(randpoisson(4)) && randpoisson(0) == 0 && ndims(randpoisson([1,2,3])) == 1 && all(size(randpoisson(ones(2,3,2))) == [2,3,2]))
assert(isscalar(interp1([0,1], [0,10], 0.25)) && abs(interp1([0,1], [0,10], 0.25) - 2.5) < 1e-6)
assert(all(accumarray([0,2,0], [1,5,3], 3) == [4,0,5]))
assert(all(accumarray([0,2,2], 1, 3) == [1,0,2]))
assert(abs(accumarray(zeros(1000000), 3.3 * ones(1000000), 1)[0] / 3300000 - 1) < 1e-6)
assert(polyval([5], inf) == 5 && polyval([1,2], inf) == inf && all(polyval([1], [3,4]) == [1,1]))
assert(all(accumarray([[0,1],[1,2]], ones(2,2), 4) == [1,2,1,0]))
assert(max(abs(polyfit([0,1,2], [1,3,7], 2) - [1,1,1])) < 1e-4)
assert(max(abs(polyfit([0,1,2,3], [1,3,5,7], 1) - [2,1])) < 1e-4)
assert(max(abs(polyfit([1,2,4], [6,3,3], 0) - [4])) < 1e-4)
assert(polyval([1,0,-2], 3) == 7 && all(polyval([1,0,-2], [[1,2],[3,4]]) == [[-1,2],[7,14]]))
print "ok"
