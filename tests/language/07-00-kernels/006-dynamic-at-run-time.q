% proves: 7.4 a dynamic object is no argument of a kernel
% expect: error dynamic
function [] = __kernel__ k(o, y : vec, pos : int)
  y[pos] = o.v
endfunction
o = object()
o.v = 5
parallel_do(3, o, zeros(3), k)
