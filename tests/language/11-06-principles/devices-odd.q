% proves: 11.6, 11.3 blocks of odd sizes with shared memory, there and back between two devices: the same results on all devices
% expect: stdout
%> 1 0 36 0
%> 3 2 108 0
%> 5 4 180 0
%> 7 6 252 0
%> 13 12 468 0
%> 31 30 1116 0
%> 33 32 1188 0
%> 61 60 2196 0
%> 64 63 2304 0
function [] = __kernel__ rot(x : vec'unchecked, y : vec'unchecked, pos : int, blkpos : int, blkdim : int)
  s = shared(64)
  s[blkpos] = x[pos]
  syncthreads
  y[pos] = s[blkdim-1-blkpos]
endfunction
for b=[1,3,5,7,13,31,33,61,64]
  n = b*37
  x = linspace(0,n-1,n)
  y = zeros(n)
  {!sched gpu_index=mod(b,2)}
  parallel_do(n, b, x, y, rot)
  {!sched gpu_index=mod(b+1,2)}
  parallel_do(n, b, y, x, rot)
  print b, " ", y[0], " ", y[n-1], " ", sum(abs(x-linspace(0,n-1,n)))
endfor
