% proves: 2.1 (15) a default can't name a parameter that comes after it
% expect: check-error parameter `b`, which gets its value later
function [y, k] = my_func(a : mat = 2 * b, b : mat)
  y = a
  k = b
endfunction
