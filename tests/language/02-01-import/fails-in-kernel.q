% proves: 2.1 an error inside of a function of another file, in a kernel, is told where it is
% expect: error lib-fails\.q:2:3: error: assertion failed: no negative number
import "lib-fails.q"

function [] = __kernel__ k(x : vec, y : vec, pos : int)
  y[pos] = half_of_third(x, 2 - pos)
endfunction

y = zeros(8)
parallel_do(8, ones(8), y, k)
print sum(y)
