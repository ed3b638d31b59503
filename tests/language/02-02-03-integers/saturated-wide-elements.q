% proves: 2.2.3 small numbers stored into saturated elements of 32 and 64 bits without a sign
% expect: stdout
%> [ 0, 0, 1, 5, 12]
%> [ 0, 0, 1, 5, 12]
%> [ 0, 0, 1, 5, 12]
function [] = main()
  x = vec[int16](400)
  {!interpreted for}
  for i=0..399
    x[i] = mod(i*7, 20) - 3
  endfor
  y = vec[uint32'sat](400)
  z = vec[uint64'sat](400)
  w = vec[uint32'sat](400)
  function [] = __kernel__ k(x : vec[int16], w : vec[uint32'sat], pos : int)
    w[pos] = x[pos] - 1 - 2
  endfunction
  for i=0..399
    y[i] = x[i] - 1 - 2
    z[i] = x[i] - 1 - 2
  endfor
  parallel_do(400, x, w, k)
  print y[[0, 3, 1, 13, 14]]
  print z[[0, 3, 1, 13, 14]]
  print w[[0, 3, 1, 13, 14]]
endfunction
