% proves: 4.9.4, 8.6 a condition on the kind of function together with one that only the run decides
% expect: ok
reduction x -> log(x) = x - 1 where abs(x - 1) < 1e-1 && $ftype("__device__")
function y = __device__ nearly(x : scalar)
  y = log(x)
endfunction
function [] = __kernel__ each(x : vec, pos : int)
  x[pos] = nearly(x[pos])
endfunction
assert(abs(nearly(1.05) - 0.05) < 1e-6)
assert(abs(nearly(2) - 0.693147) < 1e-5)
assert(abs(log(1.05) - 0.0487901) < 1e-6)
x = [1.05, 3]
parallel_do(2, x, each)
assert(abs(x[0] - 0.05) < 1e-6 && abs(x[1] - 1.0986123) < 1e-6)
print "ok"
