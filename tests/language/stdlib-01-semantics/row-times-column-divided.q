% proves: STDLIB 1.3 nothing is divided by an array of one element: the same error in a kernel as on the host
% expect: error operator / is not defined for two arrays
function [] = __kernel__ k(y : vec, pos : int)
  s = [1,2,3]*transpose([4,5,6])
  v = [1,2]/s
  y[pos] = v[pos]
endfunction
y = zeros(2)
parallel_do(2, y, k)
