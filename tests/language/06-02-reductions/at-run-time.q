% proves: 6.2 what a reduction's type parameters stand for may be found at run time
% expect: stdout
%> general 3
%> general 3
%> made
%> general 3
%> 12
%> [ 3, 6]
%> pair[scalar] 0.5
%> pair[int] 4
%> 4
%> condition
%> caught
function y = general(A, B)
  print "general ", numel(A) - 1
  y = A
endfunction
reduction (T, A : mat[T], B : vec[T]) -> A*B = general(A, B)
function y = product(a, b)
  y = a*b
endfunction
product([[1.0,2],[3,4]], [1.0,1])
product(complex([[1.0,2],[3,4]]), complex([1.0,1]))
function y = made(x)
  print "made"
  y = x
endfunction
function y = of_call(x)
  y = made(x)*[1.0,1] % made is called once
endfunction
of_call([[1.0,2],[3,4]])
print product(3, 4)
print product(3, [1,2])
% the type parameter in the replacement
type pair[T] : mutable class
  x : T
  y : T
endtype
reduction (T, a : pair[T], b : pair[T]) -> a - b = pair[T](a.x - b.x, a.y - b.y)
function y = minus(a, b)
  y = a - b
endfunction
d = minus(pair[scalar](1.5, 2.5), pair[scalar](1, 1))
assert(type(d, pair[scalar]))
print "pair[scalar] ", d.x
e = minus(pair[int](5, 6), pair[int](1, 2))
assert(type(e, pair[int]))
print "pair[int] ", e.y
print minus(7, 3)
% a condition is asked as well
reduction (T, a : vec[T], b : vec[T], n : int) -> pick(a, b, n) = "condition" where n > 3
function y = late(a, b, n)
  y = pick(a, b, n)
endfunction
print late([1.0], [2.0], 4)
try
  print late([1.0], [2.0], 3)
catch ex
  print "caught"
endtry
