% proves: 14.1 what reduces and runs along a dimension gives the same where a kernel has left its array
% expect: ok
function [] = __kernel__ step(x, y, pos : ivec3)
  y[pos] = x[pos]
endfunction
% the array, written by a kernel: where kernels run on a device, it has the only copy
function y = placed(x)
  y = copy(x)
  parallel_do([size(x,0), size(x,1), size(x,2)], x, y, step)
endfunction
% the array, of which an element is stored: the host has the only copy
function y = fetched(x)
  y = copy(x)
  y[0,0,0] = x[0,0,0]
endfunction
% as far apart as rounding to single precision puts them; NaN and infinities at the same places
function [] = near(a, b, what)
  assert(all(size(a) == size(b)), what)
  n = isnan(real(a)) || isnan(imag(a))
  assert(all(n == (isnan(real(b)) || isnan(imag(b)))), what, ": not a number")
  assert(all(n || a == b || abs(a - b) <= 3e-7*max(1.0, abs(b))), what)
endfunction
function [] = same(a, b, what)
  assert(all(size(a) == size(b)), what)
  assert(all(a == b || (isnan(a) && isnan(b))), what)
endfunction
function [] = equal(a, b, what)
  assert(all(size(a) == size(b)), what)
  assert(max(abs(float(a) - float(b))) == 0, what)
endfunction
function [] = test(values, what)
  d = placed(values)
  x = fetched(values)
  for k = 0..ndims(x)-1
    near(sum(d,k), sum(x,k), sprintf("sum of %s along %d", what, k))
    near(mean(d,k), mean(x,k), sprintf("mean of %s along %d", what, k))
    near(cumsum(d,k), cumsum(x,k), sprintf("cumsum of %s along %d", what, k))
    equal(any(d,k), any(x,k), sprintf("any of %s along %d", what, k))
    equal(all(d,k), all(x,k), sprintf("all of %s along %d", what, k))
    near(std(d,k), std(x,k), sprintf("std of %s along %d", what, k))
    near(var(d,k), var(x,k), sprintf("var of %s along %d", what, k))
    same(real(prod(d,k)), real(prod(x,k)), sprintf("prod of %s along %d", what, k))
    same(imag(cumprod(d,k)), imag(cumprod(x,k)), sprintf("cumprod of %s along %d", what, k))
  endfor
  near([std(d), var(d)], [std(x), var(x)], sprintf("std and var of %s", what))
endfunction
function [] = integers(values, what)
  d = placed(values)
  x = fetched(values)
  near([std(d), var(d)], [std(x), var(x)], sprintf("std and var of %s", what))
  for k = 0..ndims(x)-1
    near(std(d,k), std(x,k), sprintf("std of %s along %d", what, k))
    assert(type(sum(d,k)) == type(sum(x,k)), sprintf("elements of sums of %s along %d", what, k))
    assert(type(cumsum(d,k)) == type(cumsum(x,k)), sprintf("elements of running sums of %s along %d", what, k))
    equal(sum(d,k), sum(x,k), sprintf("sum of %s along %d", what, k))
    near(mean(d,k), mean(x,k), sprintf("mean of %s along %d", what, k))
    equal(cumsum(d,k), cumsum(x,k), sprintf("cumsum of %s along %d", what, k))
    equal(any(d,k), any(x,k), sprintf("any of %s along %d", what, k))
    equal(all(d,k), all(x,k), sprintf("all of %s along %d", what, k))
  endfor
endfunction
function y = spread(m, n, c)
  seed(m + 3*n + 7*c)
  y = rand(m, n, c) + 0.5
endfunction
for s = {[700,3,1],[3,700,1],[1,9000,1],[9000,1,1],[40,41,3],[2,2000,3],[130,20,70]}
  x = spread(s[0], s[1], s[2])
  test(x, sprintf("%s", s))
  test(complex(x-1, x), sprintf("complex %s", s))
  y = copy(x)
  y[1,1,0] = 0
  y[size(y,0)-1,0,0] = nan
  y[0,size(y,1)-1,size(y,2)-1] = 1/0
  test(y, sprintf("%s with nan and inf", s))
  integers(x > 1, sprintf("logical %s", s))
  b : cube[uint8] = randi(256, s[0], s[1], s[2])
  integers(b, sprintf("uint8 %s", s))
  i : cube[int] = randi(100000, s[0], s[1], s[2])
  integers(i, sprintf("int %s", s))
  i = randi(2^31, s[0], s[1], s[2])
  integers(i, sprintf("large int %s", s))
  u : cube[uint32] = 2*i
  integers(u, sprintf("uint32 %s", s))
endfor
near([std(placed(ones(1,1,1))), var(placed(ones(30,40,2)))], [0, 0], "std of one, var of equal numbers")
test(zeros(30,40,2), "zeros")
print "ok"
