% proves: 2.1(13) lambdas: curried, with several expressions, recursive, capturing by value
% expect: ok
v = (x,y) -> 2*x+y
w = x -> y -> x + y
z = w(10)
assert(v(1,2) == 4 && z(5) == 15 && w(4)(5) == 9, "curried")
f = (a,b) -> (s=a+b; s*2)
assert(f(1,2) == 6, "a sequence gives its last value")
factorial = x -> x > 0 ? x * factorial(x - 1) : 1
assert(factorial(5) == 120, "recursive")
k = 3
g = x -> x + k
k = 100
assert(g(1) == 4, "captures the value at its definition")
print "ok"
