% proves: 4.6.1 explicitly typed lambdas with several outputs
% expect: ok
sincos1 = (x : scalar) -> [sin(x), cos(x)]
v = sincos1(0.0)
assert(numel(v) == 2 && v[1] == 1)
sincos : [scalar -> (scalar, scalar)] = x -> {sin(x), cos(x)}
[s, c] = sincos(0)
assert(s == 0 && c == 1)
add : [scalar->scalar->scalar] = x -> y -> x + y
assert(add(1)(2) == 3)
type binary_op : [scalar -> scalar -> scalar]
add2 : binary_op = x -> y -> x + y
sub2 : binary_op = x -> y -> x - y
assert(add2(5)(2) == 7 && sub2(5)(2) == 3)
minmax : [vec -> (scalar, scalar)] = v -> {min(v), max(v)}
[lo, hi] = minmax([3.0,1.0,2.0])
assert(lo == 1 && hi == 3)
function r = use(f : [scalar -> (scalar, scalar)], x)
    [a, b] = f(x)
    r = a * 10 + b
endfunction
assert(use(x -> {x, x+1}, 4) == 45)
print "ok"
