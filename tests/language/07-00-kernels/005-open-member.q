% proves: 2.2.6 members without a type can't be used in kernels
% expect: check-error without a type
type loose : mutable class
  a
endtype
function [] = __kernel__ k(x : loose, y : vec, pos : int)
  y[pos] = 1
endfunction
