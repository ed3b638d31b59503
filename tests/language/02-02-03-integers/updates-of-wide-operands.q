% proves: 2.2.3 an update of an integer element combines all bits of the operand, and the new value meets the array's rule
% expect: stdout
%> [ 0, 0, 0, 0, 1, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 16, 17]
%> [ 0, 0, 0, 0, 0, 2147483645, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2147483645, 0, 0]
function [] = main()
  x0 = vec[uint32](300)
  {!interpreted for}
  for i=0..299
    x0[i] = mod(i,13) == 5 ? 4294967295 : 3
  endfor
  function [] = __kernel__ k(x0 : vec[uint32], y : vec[int'sat], pos : int)
    t = (pos - x0[pos])
    y[pos] ^^= t
  endfunction
  y = vec[int'sat](300)
  parallel_do(300, x0, y, k)
  print y[0..20]
  x2 = vec[int](300)
  {!interpreted for}
  for i=0..299
    x2[i] = mod(i,13) == 5 ? -2147483647-1 : 3
  endfor
  function [] = __kernel__ k2(x2 : vec[int], y : vec[int'unchecked], pos : int)
    y[pos] __= x2[pos] - x2[2*pos]
  endfunction
  y = vec[int'unchecked](300)
  parallel_do(300, x2, y, k2)
  print y[0..20]
endfunction
