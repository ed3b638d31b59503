% proves: 8.4 max (x, m) and min (x, m) take on each NaN in the order of the loop, as max (m, x) does not
% expect: stdout
%> 100 0
%> NaN NaN
%> 1000
%> NaN 1000
%> [ NaN, 5000, NaN]
%> NaN 2000
%> NaN 572
%> 11997
%> 1000 NaN
function [] = main()
  x = zeros(4000)
  {!interpreted for}
  for i=0..3999
    x[i] = mod(i*37, 101)
  endfor
  x[17] = 1000
  x[1500] = 0/0
  largest = -1.0
  least = 1e9
  for i=0..3999
    largest = max(x[i], largest)
    least = min(x[i], least)
  endfor
  print largest, " ", least
  x[3999] = 0/0
  largest = -1.0
  least = 1e9
  for i=0..3999
    largest = max(x[i], largest)
    least = min(x[i], least)
  endfor
  print largest, " ", least
  % from NaN on
  m = 0/0
  for i=0..1400
    m = max(x[i], m)
  endfor
  print m
  n = 0/0
  for i=0..1400
    n = max(n, x[i])
  endfor
  print n, " ", m
  v = [0.0, 5000.0, 3.0]
  for i=0..3999
    v = max([x[i], i, x[i] + 1], v)
  endfor
  print v
  % beside stores, of which what is stored is read, or updated
  y = zeros(4000)
  m = -1.0
  for i=0..3999
    y[i] = x[i]*2
    m = max(y[i], m)
  endfor
  print m, " ", y[17]
  w = zeros(7)
  m = -1.0
  {!parallel for}
  for i=0..3999
    w[mod(i, 7)] += 1
    m = max(x[i], m)
  endfor
  print m, " ", w[0]
  k = int(0)
  for i=0..3999
    k = max(int(i*3), k)
  endfor
  print k
  % beside stores alone
  m = -1.0
  z = zeros(4000)
  for i=0..3999
    m = max(m, x[i])
    z[i] = x[i]
  endfor
  n = -1.0
  for i=0..3999
    n = max(x[i], n)
    z[i] = x[i] + 1
  endfor
  print m, " ", n
endfunction
