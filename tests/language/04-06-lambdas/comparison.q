% proves: 4.6 functions and lambda expressions do the same
% expect: ok
function y = fma1(a, b, c)
    y = a * b + c
endfunction
fma2 = (a, b, c) -> a * b + c
assert(fma1(2,3,4) == 10 && fma2(2,3,4) == 10)
f = (x) -> (a = x + 1; b = a * 2; b + a)
assert(f(1) == 6)
g = x -> y -> z -> x + y + z
assert(g(1)(2)(3) == 6)
h = () -> 5
assert(h() == 5)
function z = compose(f, g)
    z = x -> f(g(x))
endfunction
assert(compose(x -> x + 1, x -> x * 2)(5) == 11)
fs = {x -> x + 1, x -> x * 2}
assert(fs[0](1) == 2 && fs[1](4) == 8)
k = __device__ (x : scalar) -> x ^ 2
assert(k(3) == 9)
assert(((x) -> x + 1)(2) == 3)
apply_twice = (f, x) -> f(f(x))
assert(apply_twice(x -> x * 3, 2) == 18)
print "ok"
