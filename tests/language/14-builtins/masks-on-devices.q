% proves: 2.2, 14.1 masks, matrix literals, tests of all elements and += give the same where a kernel has left the arrays
% expect: ok
function [] = __kernel__ step(x, y, pos : ivec3)
  y[pos] = x[pos]
endfunction
% the array, written by a kernel: where kernels run on a device, it has the only copy
function y = placed(x)
  y = copy(x)
  parallel_do([size(x,0), size(x,1), size(x,2)], x, y, step)
endfunction
function y = fetched(x)
  y = copy(x)
  y[0,0,0] = x[0,0,0]
endfunction
function [] = equal(d, h, what)
  assert(type(d) == type(h) && all(size(d) == size(h)), what, ": ", type(d), " and ", type(h))
  assert(sum(reshape(d, [numel(d)]) != reshape(h, [numel(h)])) == 0, what)
endfunction
function [] = test(x, t, what)
  d = placed(x)
  h = fetched(x)
  equal(d[d > t], h[h > t], what)
  m = d > t
  equal(d[m]*2 + 1, h[m]*2 + 1, what)
  equal(numel(d[d > 1000]), 0, what)
  equal([d, x], [h, x], what)
  equal(cat(1, d, d > t, int(d)), cat(1, h, h > t, int(h)), what)
  assert(any(d > t) && !any(d > 1000) && all(d > -1000) && !all(d > t), what)
  assert(any(d) && all(d) == all(h), what)
  assert(d[size(d,0)-1,1,0] == h[size(d,0)-1,1,0], what)
  d += 1
  d *= 2
  d -= h
  equal(d, h + 2, what)
endfunction
for s = {[700,3,1],[40,41,3],[600,600,1]}
  seed(s[0] + s[1])
  test(floor(40*randn(s[0], s[1], s[2])), 13, sprintf("%s", s))
endfor
i : cube[int] = randi(100, 70, 30, 1)
equal(placed(i)[placed(i) > 50], i[i > 50], "int")
equal([placed(i), i], [i, i], "int")
x = floor(100*rand(50, 60))
x[3,4] = nan
d = placed(x)
assert(any(isnan(d)) && any(d != d) && all(d != 1000) && numel(d[isnan(d)]) == 1)
c = complex(placed(x), 1.0)
assert(numel(c[placed(x) >= 50]) == numel(x[x >= 50]))
k = int(5)
k += 2
s = "a"
s += "b"
assert(k == 7 && s == "ab")
v = [1, 2, 3]
w = v
v += 1
assert(all(v == [2, 3, 4]) && all(w == [1, 2, 3]))
u = uint8(200*ones(100))
u += 100
assert(max(u) == 300)
print "ok"
