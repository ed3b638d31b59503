% proves: 2.1 (17) eval sees variables, parameters, captured variables and functions of the place where it stands
% expect: ok
level = 10
scale = 2.5
function y = twice(x)
  y = 2*x
endfunction
function y = inside(a, text)
  b = a + 1
  y = eval(text)
endfunction
function y = outer(p, text)
  q = 100
  function z = inner(r)
    z = eval(text)
  endfunction
  g = s -> eval(text)
  y = inner(3) + g(3)
endfunction
assert(eval("level + scale") == 12.5, "top level")
assert(inside(4, "a*b + level") == 30, "locals, parameters, top level")
assert(inside(4, "twice(b) + twice(a)") == 18, "functions")
assert(outer(1, "p + q") == 202, "variables of enclosing functions")
add = x -> x + level
assert(eval("add(5)") == 15, "lambda in a variable")
f = eval("x -> scale*x")
scale = 1000
assert(f(2) == 5, "a lambda binds when it is made")
assert(eval("scale") == 1000, "the value of the moment")
for i = 0..4
  t = i*i
  assert(eval("t + i") == i*i + i, "in a loop")
endfor
h = x -> eval("x + scale")
assert(h(1) == 1001, "in a lambda")
matrix : mat = eval("[[1,2],[3,level]]")
assert(matrix[1,1] == 10 && size(matrix, 0) == 2, "a matrix from text")
function y = after(text, n)
  for i = 0..99999
    q = i*2
  endfor
  y = eval(text)
endfunction
assert(after("q + n", 1) == 199999, "what a loop leaves")
function y = generic[T](x : T)
  y = eval("x + 1")
endfunction
assert(generic(3) == 4 && generic(2.5) == 3.5, "in a generic function")
function y = maybe(n)
  if n > 0
    w = n
  endif
  y = eval("w + 1")
endfunction
failed = 0
try
  maybe(0)
catch e
  failed = 1
endtry
assert(failed == 1 && maybe(1) == 2 && maybe(5) == 6, "only names with a value")
print "ok"
