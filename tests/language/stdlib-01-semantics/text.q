% proves: STDLIB 1.1 statements, continuation lines, blanks, names of built-ins
% expect: ok
function[]=nothing(x)
  y = x
endfunction
function [ y : mat ] = twice (x : mat)
  y = x*2
endfunction
function y:mat=third(a:mat,s:ivec2)
  y = a/3
endfunction
nothing(3);;
a = 1 +
    2 *
    3
assert(a == 7, "a line that ends with an operator goes on")
b =
  4
assert(b == 4, "after =")
c = [1, 2,
     3]
assert(numel(c) == 3, "inside brackets")
d = (1
  + 2
  - 4)
assert(d == -1, "the next line may begin with an operator in brackets")
e = 1 + _
  2
assert(e == 3, "underscore")
f = (x,
     y) -> x + y
assert(f(1,
  2) == 3, "arguments")
sum_of = x -> sum(x)
function y = shadows(sum, eps)
  y = sum + eps
endfunction
assert(shadows(1, 2) == 3, "names of built-ins as parameters")
diff = 3
gamma = 2
i = 4
assert(diff + gamma + i == 9, "names of built-ins as variables")
g = () -> (h = 1; h + 1;)
assert(g() == 2, "; before )")
state = [0, 0]
set = v -> state[0] = v
set(5)
assert(state[0] == 5, "a lambda body may be an assignment")
s = "50% done" % and a comment
assert(numel(s) == 8, "% in a string")
x:mat = eye(2)
int n = 5
n = 7.9
assert(n == 7, "int n = 5 declares")
y : scalar
y = 3
assert(y == 3, "declaration without a value")
L = zeros(2,2)
L[0,1] = L[1,0] = -1
assert(L[0,1] == -1 && L[1,0] == -1, "chained element assignment")
x ./= [[2,2],[2,2]]
assert(x[0,0] == 0.5 && x[0,1] == 0, "./=")
assert(twice(eye(2))[1,1] == 2 && third(3*eye(2), [1,2])[0,0] == 1, "declarations of functions")
for k=0..2
  function z = inner(q)
    z = q + k
  endfunction
  assert(inner(10) == 10 + k, "a function inside a loop")
endfor
if a == 7 && _
   b == 4
  ok = 1
endif
assert(ok == 1, "continued condition")
assert(sprintf("a\tb\n") == sprintf("a\tb\n") && numel(sprintf("a\tb\n")) == 4, "sprintf interprets")
print "ok"
