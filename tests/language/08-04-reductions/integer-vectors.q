% proves: 8.4 sums of vectors of integers run in parallel, and have 64 bits where an element needs them
% expect: stdout
%> [ 49995000, 20000, 10000, 29952][ 49995005, -49995005, 333283335001]
%> 101
%> [ 0, 256, 0]1
%> [ 2147483647, 0, -2147483648]
function [] = main()
  h = [0, 0, 0, 0]
  t = [5, -5, 1]
  for i=0..9999
    h += [i, mod(i, 5), 1, i > 7 ? 3 : -3]
  endfor
  for i=0..9999
    t = t + [i, -i, i*i]
  endfor
  print h, t
  print type(h, "vec[int]"), type(t, "vec[int]"), type(t, "vec[int64]")
  u = vec[uint8](256)
  c = vec[int](3)
  for i=0..255
    c += [u[i] > 3, u[i] + 1, -u[i]]
  endfor
  print c, type(c, "vec[int]")
  d : vec[int'sat](3) = [0, 0, 0]
  for i=0..255
    d += [i*100000000, 0, -i*100000000]
  endfor
  print d
endfunction
