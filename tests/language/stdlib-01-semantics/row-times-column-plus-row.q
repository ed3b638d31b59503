% proves: STDLIB 1.3 an array of one element does not broadcast in a sum: the same error in a kernel as on the host
% expect: error needs arrays of the same size.* 1 x 1 .* 1 x 2
function [] = __kernel__ k(y : vec, pos : int)
  s = [1,2,3]*transpose([4,5,6])
  v = s + [1,2]
  y[pos] = v[pos]
endfunction
y = zeros(2)
parallel_do(2, y, k)
