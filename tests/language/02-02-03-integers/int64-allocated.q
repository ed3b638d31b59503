% proves: 6.4 zeros[int64] and uninit[int64] hold 64 bits, as vec[int64] does, and kernels store into them
% expect: stdout
%> vec[int64](4)
%> vec[int64](4)
%> mat[int64]
%> ivec(4)
%> [ 0, 1000000000, 4000000000, 9000000000]
%> [ 0, 1000000000, 4000000000, 9000000000]
%> 27000000000
function [] = __kernel__ squares(y : vec[int64], pos : int)
  y[pos] = pos*1000000*pos*1000
endfunction
function [] = __kernel__ by_block(y : vec[int64], pos : int, blkpos : int)
  s = shared[int64](4)
  s[blkpos] = 3*y[pos]
  syncthreads
  y[pos] = s[3-blkpos]
endfunction
function [] = main()
  y = zeros[int64](4)
  print type(y)
  print type(uninit[int64](4))
  print type(zeros[int64](2,3))
  print type(zeros[int](4))
  parallel_do(4, y, squares)
  print y
  z = zeros[int64](4)
  for k = 0..3
    z[k] = 1000000000*k*k
  endfor
  print z
  parallel_do([[4],[4]], y, by_block)
  print y[0]
endfunction
