% proves: 6.2 type parameters of reductions in kernel and device functions whose parameters have no types
% expect: ok
function y = __device__ product_of[T](a : T, b : T)
  y = a*b + 1
endfunction
reduction (T, a : T, b : T) -> joined(a, b) = product_of(a, b)
function y = __device__ square(v)
  y = joined(v, v)
endfunction
function [] = __kernel__ typed(x : vec, y : vec, pos : int)
  y[pos] = joined(x[pos], 2.0)
endfunction
function [] = __kernel__ open(x, y, pos)
  y[pos] = joined(x[pos], x[pos]) + square(x[pos])
endfunction
x = [1.0, 2, 3]
y = zeros(3)
parallel_do(3, x, y, typed)
assert(y == [3, 5, 7])
parallel_do(3, x, y, open)
assert(y == [4, 10, 20])
z = vec[int](3)
parallel_do(3, [1, 2, 3], z, open)
assert(z == [4, 10, 20])
assert(square(4) == 17)
print "ok"
