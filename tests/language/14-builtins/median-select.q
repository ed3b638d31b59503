% proves: STDLIB 2 median, of many values in any order, with equal ones; a NaN among them makes it NaN
% expect: ok
function [] = check(x, what)
  s = sort(reshape(x, [1,numel(x)]))
  n = numel(x)
  wanted = mod(n, 2) == 1 ? s[int((n-1)/2)] : (s[int(n/2)-1] + s[int(n/2)]) / 2
  found = median(reshape(x, [1,n]))[0]
  assert(found == wanted || abs(found - wanted) < 1e-6 * abs(wanted) || (isnan(found) && isnan(wanted)), what)
endfunction
for n = 1..40
  check(rand(1, n), "random")
  check(floor(3 * rand(1, n)), "equal")
  check(0.0..n-1, "rising")
  check(n - (1.0..n), "falling")
endfor
check(rand(300,301), "many")
check(floor(10 * rand(300,300)), "many equal")
check(ones(1,5000), "all equal")
check(abs((0.0..4999) - 2500), "two slopes")
assert(isnan(median([nan,1,2,nan,3,4,5])) && isnan(median([1,2,3,nan])), "NaN")
check([inf,-inf,0,inf,1], "infinite")
x = reshape(0..11, [3,4])
assert(all(median(x, 0) == [4,5,6,7]) && all(median(x, 1) == transpose([1.5,5.5,9.5])))
print "ok"
