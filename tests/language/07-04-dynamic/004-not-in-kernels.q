% proves: 7.4 dynamic classes can't be used in kernels
% expect: check-error dynamic class
type gadget : dynamic class
  size1 : scalar
endtype
function [] = __kernel__ k(g : gadget, y : vec, pos : int)
  y[pos] = g.size1
endfunction
