% proves: 2.1 (19), 2.4.1 named and spread arguments of parallel_do
% expect: ok
function [] = __kernel__ k(x : mat, a : scalar, b : scalar, pos : ivec2)
  x[...pos] = a - b
endfunction
x = zeros(2,3)
parallel_do(size(x), x, ...[5, 1], k)
assert(x[1,2] == 4, "spread vector")
parallel_do(size(x), ...{x, 9, 2}, k)
assert(x[0,0] == 7, "spread cell")
parallel_do(size(x), x, b := 7, a := 9, k)
assert(x[0,0] == 2, "named")
parallel_do(size(x), b = 1, x = x, a = 7, k)
assert(x[0,0] == 6, "all named")
parallel_do(size(x), [1,1], x, b := 3, a := 3, k)
assert(x[0,0] == 0, "with a block size")
try
  parallel_do(size(x), x, 1, c := 5, k)
  print "no error"
catch e
  print "ok"
endtry
