% proves: 6.2 reductions with type parameters
% expect: stdout
%> product
%> [ 3]
%> [ 7]
%> 2 3
%> 0.5
function y = matmul[T](A : mat[T], B : vec[T])
    print "product"
    y = A * transpose(B)
endfunction
reduction (T, A : mat[T], B : vec[T]) -> A*B = matmul(A, B)
A = [[1.0,2],[3,4]]
b = [1.0,1]
print A*b
type pair[T] : mutable class
    x : T
    y : T
endtype
reduction (T, a : pair[T], b : pair[T]) -> a - b = pair[T](x:=a.x-b.x, y:=a.y-b.y)
u = pair[int](x:=3, y:=4) - pair[int](x:=1, y:=1)
print u.x, " ", u.y
w = pair[scalar](x:=1.5, y:=4.0) - pair[scalar](x:=1.0, y:=1.0)
print w.x
