% proves: 10.1 device functions can not be launched with parallel_do
% expect: check-error kernel|parallel_do
f = __device__ (x : scalar) -> x + 1
y = parallel_do(4, 1.0, f)
