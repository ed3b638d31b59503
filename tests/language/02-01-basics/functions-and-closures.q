% proves: 2.1 (13)-(15), 4.2, 4.5, 4.6: lambdas, functions, closures, optional arguments, several outputs
% expect: ok
%! 62: `n` is a new variable here that starts from the outer
v = (x,y) -> 2*x+y
u = x -> 2*x
w = x -> y -> x + y
z = w(10)
assert(v(1,2) == 4 && z(5) == 15 && w(4)(5) == 9 && u(3) == 6, "lambdas")
a = [[1,2],[2,1]]
assert(v(a,a)[0,1] == 6, "with arrays")
log = [0,0]
both = (a, b) -> (log[0] = a; log[1] = b; a + b)
assert(both(3,4) == 7 && log[0] == 3 && log[1] == 4, "several sub-expressions")
factorial = x -> x > 0 ? x * factorial(x - 1) : 1
assert(factorial(5) == 120, "recursive lambda")
function y = fib(n)
  if n < 2
    y = n
  else
    y = fib(n-1) + fib(n-2)
  endif
endfunction
assert(fib(12) == 144, "recursive function")
function [x, y] = compute(a, b)
  x = a + b
  y = a * b
endfunction
[s, p] = compute(2,3)
assert(s == 5 && p == 6, "two outputs")
[s, _] = compute(4,5)
assert(s == 9 && compute(4,5) == 9, "the first output")
function y = outer(x, which)
  function r = inner(t)
    r = t + x
  endfunction
  if which == "inner"
    y = inner(10)
  else
    y = -1
  endif
endfunction
assert(outer(5, "inner") == 15 && outer(5, "x") == -1, "inner functions, strings")
handle = compute
[s, p] = handle(1, 7)
assert(s == 8 && p == 7, "function handles")
c = 3
function y = with_default(a, b = 2*a, k = c)
  y = a + 100*b + 10000*k
endfunction
assert(with_default(1) == 30201 && with_default(1, 5) == 30501, "defaults")
assert(with_default(1, k := 4) == 40201 && with_default(k := 1, b := 2, a := 3) == 10203, "named arguments")
A = ones(4,4)
D = x -> sum(A) + x
A = ones(2,2)
assert(D(0) == 16, "closures bind when they are defined")
B = [1,2,3]
E = () -> sum(B)
B[0] = 10
assert(E() == 15, "element changes are seen")
n = 1
function y = reads()
  n = n + 5
  y = n
endfunction
assert(reads() == 6 && n == 1, "a local copy of an outer variable")
make = k -> (x -> x^k)
square = make(2)
cube_of = make(3)
assert(square(3) == 9 && cube_of(2) == 8, "each closure has its own value")
fs = cell(3)
for k=0..2
  fs[k] = x -> x + k
endfor
assert(fs[0](10) == 10 && fs[2](10) == 12, "closures made in a loop")
function y = kind(x : scalar)
  y = 1
endfunction
function y = kind(x : mat)
  y = 2
endfunction
function y = kind(x : string)
  y = 3
endfunction
assert(kind(1.5) == 1 && kind([1,2]) == 2 && kind("a") == 3 && kind(2) == 1, "overloads")
function y = count(...rest)
  y = numel(rest)
endfunction
assert(count() == 0 && count(1,"a",[1,2]) == 3 && count(...[1,2,3,4]) == 4, "variadic")
sincos : [scalar -> (scalar, scalar)] = x -> {sin(x), cos(x)}
[q, r] = sincos(0)
assert(q == 0 && r == 1, "a lambda with two outputs")
apply : [scalar->scalar->scalar] = x -> y -> x - y
assert(apply(5)(3) == 2, "a typed lambda that returns a lambda")
type binary_op : [(scalar, scalar) -> scalar]
add : binary_op = (x, y) -> x + y
assert(add(2,3) == 5, "a function type with a name")
function [] = set_first(x)
  x[0] = 99
endfunction
arr = [1,2]
set_first(arr)
assert(arr[0] == 99, "element assignments are seen by the caller")
function [] = replace(x)
  x = [0,0]
endfunction
replace(arr)
assert(arr[0] == 99, "x = ... is not")
function y = compose(f, g)
  y = x -> f(g(x))
endfunction
assert(compose(x -> x + 1, x -> x * 2)(5) == 11, "functions as arguments")
function y = early(x)
  y = 1
  if x > 0
    return
  endif
  y = 2
endfunction
assert(early(1) == 1 && early(-1) == 2, "return")
print "ok"
