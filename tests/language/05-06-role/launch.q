% proves: 5 the value that a launch passes contradicts what the kernel asserts: an error before the program runs
% expect: check-error the kernel asserts `b==3`, which is contradictory with `b==2`
function [] = __kernel__ kernel(y : vec, b : scalar, pos : int)
  assert(b == 3)
  y[pos] = b
endfunction
y = zeros(4)
parallel_do(4, y, 3, kernel)
two = 2
parallel_do(4, y, two, kernel)
