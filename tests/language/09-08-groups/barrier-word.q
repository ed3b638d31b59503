% proves: 9.8.1 a word that syncthreads does not know
% expect: check-error takes one of the words warp, block, grid, multi_grid or host, not `blok`; did you mean `block`
function [] = __kernel__ k(y : vec, pos : int)
  y[pos] = 1
  syncthreads(blok)
endfunction
y = zeros(4)
parallel_do(4, y, k)
