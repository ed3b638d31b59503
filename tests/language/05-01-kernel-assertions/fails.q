% proves: 5.1 a failed assertion of a kernel is an error of the program
% expect: error assertion failed
function [] = __kernel__ test_kernel(pos : ivec3)
  b = 2
  assert(b == 3)
endfunction
parallel_do([2,2,1], test_kernel)
