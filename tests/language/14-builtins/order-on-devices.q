% proves: 14.1 sort, median, find, norm and dotprod give the same where a kernel has left their arrays
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
function [] = same(a, b, what)
  assert(all(size(a) == size(b)), what)
  n = isnan(float(a))
  assert(max(abs(n - isnan(float(b)))) == 0, what, ": not a number")
  assert(all(n || float(a) == float(b)), what)
endfunction
function [] = test(values, what)
  d = placed(values)
  x = fetched(values)
  for k = 0..ndims(x)-1
    same(sort(d,k), sort(x,k), sprintf("sort of %s along %d", what, k))
    same(median(d,k), median(x,k), sprintf("median of %s along %d", what, k))
    for order = {"ascend", "descend"}
      [v, p] = sort(d, k, order)
      [w, q] = sort(x, k, order)
      same(v, w, sprintf("sort of %s along %d, %s", what, k, order))
      same(p, q, sprintf("places of %s along %d, %s", what, k, order))
    endfor
  endfor
  same(find(d), find(x), sprintf("find in %s", what))
  same(size(find(placed(0*values))), size(find(fetched(0*values))), sprintf("find in %s, zeros", what))
  a = norm(x)
  assert(norm(d) == a || abs(norm(d) - a) <= 1e-7*a || (isnan(a) && isnan(norm(d))), "norm of ", what)
endfunction
for s = {[700,3,1],[3,700,1],[1,9000,1],[9000,1,1],[40,41,3],[2,2000,3],[33,20,70]}
  seed(s[0] + s[1])
  x = round(100*randn(s[0], s[1], s[2]))
  test(x, sprintf("%s", s))
  y = x + 0.5*rand(s[0], s[1], s[2])
  y[1,1,0] = -0.0
  y[0,1,0] = 0
  y[size(y,0)-1,0,0] = nan
  y[0,size(y,1)-1,size(y,2)-1] = 1/0
  y[0,0,0] = -1/0
  test(y, sprintf("%s with nan and inf", s))
  b : cube[uint8] = randi(20, s[0], s[1], s[2])
  test(b, sprintf("uint8 %s", s))
  i : cube[int] = randi(1000000, s[0], s[1], s[2])
  test(i, sprintf("int %s", s))
  z = complex(x, y - x)
  z[0,1,0] = 7
  z[size(y,0)-1,0,0] = 5
  z[0,0,0] = 3
  z[0,size(y,1)-1,size(y,2)-1] = 2
  c = placed(z)
  h = fetched(z)
  assert(abs(norm(c) - norm(h)) <= 1e-7*norm(h), "norm of complex numbers")
  assert(abs(dotprod(c,c) - dotprod(h,h)) <= 1e-6*norm(h)^2, "dotprod of complex numbers")
  assert(abs(dotprod(c,placed(x)) - dotprod(h,fetched(x))) <= 1e-6*norm(h)^2, "dotprod with complex numbers")
  assert(abs(dotprod(placed(x),placed(x)) - dotprod(fetched(x),fetched(x))) <= 1e-6*norm(h)^2, "dotprod")
endfor
message = ""
try
  v = sort(placed(z))
catch e
  message = sprintf("%s", e)
endtry
assert(numel(strfind(message, "order")) > 0, message)
message = ""
try
  n = dotprod(placed(ones(30,40,1)), placed(ones(40,30,1)))
catch e
  message = sprintf("%s", e)
endtry
assert(numel(message) > 0)
v = sort(placed(ones(30,40,1)))
assert(size(v,0) == 30 && size(v,1) == 40)
print "ok"
