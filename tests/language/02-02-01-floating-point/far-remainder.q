% proves: 2.2.1 mod in single precision is exact however far its arguments are apart
% expect: stdout
%> 0 0 0 0
%> 1 1 0 0 1
%> 0 1 NaN NaN
function [] = main()
  x = zeros(400)
  y = zeros(400)
  z = zeros(400)
  w = zeros(400)
  u = zeros(400)
  {!interpreted for}
  for i=0..399
    x[i] = (i - 200)*2.0^(mod(i*7, 240) - 120)
  endfor
  function [] = __kernel__ k(x : vec, y : vec, z : vec, w : vec, u : vec, b : scalar, pos : int)
    y[pos] = mod(x[pos], 3.5)
    z[pos] = mod(x[pos], b)
    w[pos] = mod(x[pos], 0.25)
    u[pos] = mod(x[pos], 1e-30)
  endfunction
  b = -7.25
  parallel_do(400, x, y, z, w, u, b, k)
  d = zeros(4)
  c : scalar'single = 1e-30
  {!interpreted for}
  for i=0..399
    t : scalar'single = mod(x[i], 3.5)
    d[0] += abs(y[i] - t)
    t = mod(x[i], b)
    d[1] += abs(z[i] - t)
    t = mod(x[i], 0.25)
    d[2] += abs(w[i] - t)
    t = mod(x[i], c)
    d[3] += u[i] != t
  endfor
  print d[0], " ", d[1], " ", d[2], " ", d[3]
  % what is hardly below 0 is rounded to the divisor
  v = [-1e-30, -1e-10, 1e-30, 5.0, -4.0]
  r = zeros(5)
  function [] = __kernel__ k2(v : vec, r : vec, b : scalar, pos : int)
    r[pos] = mod(v[pos], b)
  endfunction
  parallel_do(5, v, r, 1.0, k2)
  print r[0] == 1, " ", r[1] == 1, " ", r[2] > 1e-20, " ", r[3], " ", r[4] == 0
  function [] = __kernel__ k3(v : vec, r : vec, b : scalar, a : scalar, pos : int)
    r[0] = mod(v[3], a)
    r[1] = mod(v[3], a) == 5
    r[2] = mod(v[3], b)
    r[3] = mod(a, 3.0)
  endfunction
  parallel_do(1, v, r, 0.0, 1/0, k3)
  print r[0] - 5, " ", r[1], " ", r[2], " ", r[3]
endfunction
