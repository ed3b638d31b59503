% proves: 2.4 9.1 what stands behind a barrier under a condition that does not hold is done once by each work item
% expect: ok
function [] = __kernel__ k(x : vec, y : mat, n : int, pos : ivec2, blkpos : ivec2)
  me = int(blkpos[0]+blkpos[1])
  odd = shared[int](4)
  first = x[blkpos[0] + 3*pos[0]]
  if n == 1
    t = 0
    if me > 2
      t = int(first*7)
    endif
    odd[me] = mod(t, 64)
    syncthreads
  endif
  odd[me] += mod(n - 3*pos[0], 64)
  syncthreads
  y[pos] = odd[me]
endfunction
y = zeros([12,1])
parallel_do([[12,1],[4,1]], ones(40), y, 0, k)
for i=0..11
  assert(y[i,0] == mod(-3*i, 64))
endfor
parallel_do([[12,1],[4,1]], ones(40), y, 1, k)
for i=0..11
  assert(y[i,0] == mod(1 - 3*i, 64) + (mod(i, 4) > 2 ? 7 : 0))
endfor
print "ok"
