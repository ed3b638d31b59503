% proves: 2.2.2 what a kernel in double precision makes has double precision, small vectors too
% expect: stdout
%> 1 1 1
function [] = main()
  y = vec'double(64)
  function [] = __kernel__ k(y : vec'double, a : scalar, pos : int)
    b : scalar'double = 0.1
    v = [b, b*3, a]
    x = zeros(2)
    x[0] = b
    x[1] = v[1] + v[2]
    y[pos] = v[0] + x[0] + x[1]*1e3
  endfunction
  parallel_do(64, y, 0.1, k)
  print abs(y[0] - 400.2) < 1e-10, " ", abs(y[63] - 400.2) < 1e-10, " ", abs(y[7] - y[8]) == 0
endfunction
