% proves: 9.8.3 a word that memfence does not know
% expect: check-error `memfence` takes one of the words block, grid or system, not `warp`
function [] = __kernel__ k(y : vec, pos : int)
  y[pos] = 1
  memfence(warp)
endfunction
y = zeros(4)
parallel_do(4, y, k)
