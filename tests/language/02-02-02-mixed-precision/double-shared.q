% proves: 2.2.2 shared memory and reductions in a kernel of doubles
% expect: ok
function y : scalar'double = __kernel__ total(x : vec[scalar'double], pos : int, blkpos : int, blkdim : int)
  bins = shared[scalar'double](blkdim)
  bins[blkpos] = x[pos]
  syncthreads
  bit = 1
  while bit < blkdim
    index = 2*bit*blkpos
    if index + bit < blkdim
      bins[index] = bins[index] + bins[index+bit]
    endif
    syncthreads
    bit *= 2
  endwhile
  if blkpos == 0
    y += bins[0]
  endif
endfunction
x = vec[scalar'double](64)
for i=0..63
  x[i] = 1 + i*1e-10
endfor
y = parallel_do([[64],[64]], x, total)
assert(abs(y - 64 - 2016e-10) < 1e-13)
print "ok"
