% proves: 4.10 lambdas that return lambdas, lambdas as inputs
% expect: ok
f = (x, y) -> x + 2*y
g = y -> x -> f(x, y)
assert(g(4)(5) == 13)
solver = (A, B, C) -> y -> A*y + B - C
s = solver(2, 3, 1)
assert(s(10) == 22)
h1 = (x : lambda_expr) -> x(3)
assert(h1(y -> y + 1) == 4)
h2 = (x : [?? -> ??]) -> x(3)
assert(h2(y -> y + 1) == 4)
h3 = (x : [cube -> cube]) -> x(zeros(1,1,1))
assert(h3(y -> y + 1)[0,0,0] == 1)
sum2 = (f1 : [?? -> ??], f2 : [?? -> ??]) -> x -> f1(x) + f2(x)
assert(sum2(x -> x * 2, x -> x / 2)(4) == 10)
factorial = (x : scalar) -> (x > 0) ? x * factorial(x - 1) : 1
assert(factorial(5) == 120)
p = f(_, 2)
assert(p(1) == 5)
p = f(1, _)
assert(p(2) == 5)
p = f(_, _)
assert(p(1, 2) == 5)
function r = named(a, b = 10, c = 100)
    r = a + b + c
endfunction
q = named(_, 1)
assert(q(1) == 102)
q = named(_, c := 5)
assert(q(1) == 16)
t = [7, 8]
u = (a, b, c) -> a*100 + b*10 + c
q = u(_, ...t)
assert(q(9) == 978)
w = max(_, 3)
assert(w(1) == 3 && w(5) == 5)
print "ok"
