% proves: 6.2 several reductions with type parameters, or one and a function, have the same pattern: the types of each call decide, in kernels and device functions without types too
% expect: ok
function y = __device__ of_same[T](a : T, b : T)
  y = a*b + 1
endfunction
function y = __device__ of_vector[T](a : vec[T], b : T)
  y = sum(a)*b
endfunction
function y = __device__ of_vectors[T](a : vec[T], b : vec[T])
  y = dotprod(a, b)
endfunction
reduction (T, a : T, b : T) -> joined(a, b) = of_same(a, b)
reduction (T, a : vec[T], b : T) -> joined(a, b) = of_vector(a, b)
reduction (T, a : vec[T], b : vec[T]) -> joined(a, b) = of_vectors(a, b)
function y = __device__ any_joined(v, w)
  y = joined(v, w)
endfunction
% a function of that name
function y = __device__ apart(a : scalar, b : scalar)
  y = a - b
endfunction
reduction (T, a : vec[T], b : vec[T]) -> apart(a, b) = of_vectors(a, b)
function y = __device__ any_apart(v, w)
  y = apart(v, w)
endfunction
% an operator
function y = __device__ diagonal[T](A : mat[T](2,2), b : vec[T](2))
  y = [A[0,0]*b[0], A[1,1]*b[1]]
endfunction
reduction (T, A : mat[T](2,2), b : vec[T](2)) -> A*b = diagonal(A, b)
function y = __device__ product(a, b)
  y = a*b
endfunction
% conditions
reduction (T, a : T, b : T) -> either(a, b) = of_same(a, b) where b > 2
reduction (T, a : T, b : T) -> either(a, b) = a - b
function [] = __kernel__ k(x, y, pos)
  t = x[pos]
  y[pos,0] = joined(t, t)
  y[pos,1] = any_joined([t, t], t)
  y[pos,2] = any_joined([t, 1], [t, 2])
  y[pos,3] = any_apart(t, 1) + any_apart([t, 1], [t, 2])
  v = product([[t, 1], [2, t]], [t, 1])
  y[pos,4] = product(t, 2) + 100*v[0] + 10000*v[1]
  y[pos,5] = either(t, t)
endfunction
x = [1.0, 2, 3]
y = zeros(3,6)
parallel_do(3, x, y, k)
assert(all(y[0,:] == [2,2,3,3,10102,0]) && all(y[1,:] == [5,8,6,7,20404,0]) && all(y[2,:] == [10,18,11,13,30906,10]), y)
% the narrow one first, whether the types are known early or late
assert(joined([1.0,2], [3.0,4]) == 11 && any_joined([1.0,2], [3.0,4]) == 11)
print "ok"
