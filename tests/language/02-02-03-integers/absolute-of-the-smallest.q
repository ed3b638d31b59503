% proves: 2.2.3 the absolute value of the smallest integer has more bits
% expect: stdout
%> 128 5 1
%> 2147483648 5 1
%> 32768 5
function [] = main()
  x = vec[int8](100)
  z = vec[int](100)
  w = vec[int16](100)
  x[7] = -128
  z[7] = -2147483647 - 1
  w[7] = -32768
  {!interpreted for}
  for i=50..99
    x[i] = -5
    z[i] = -5
    w[i] = -5
  endfor
  a = abs(x)
  b = abs(z)
  c = abs(w)
  print a[7], " ", a[60], " ", type(a, "vec[int]")
  print b[7], " ", b[60], " ", type(b, "vec[int64]")
  print c[7], " ", sum(abs(w[60..69])) / 10
endfunction
