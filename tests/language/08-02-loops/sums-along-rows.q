% proves: 8.2 loops inside iterations that add up along rows, beside other variables, stores and additions to elements
% expect: ok
% All numbers are small and whole, or halves, so that every order of the sums gives the same.
function [] = products(a : mat, x : vec, y : vec, z : vec)
  for i=0..size(a,0)-1
    s = 0.0
    t = 3.0
    y[i] = 0.5
    for j=0..size(a,1)-1
      d = a[i,j] - x[j]
      s += d*d
      t -= d
      y[i] += a[i,j]*x[j]
    endfor
    z[i] = s + t
  endfor
endfunction

% Each iteration adds to all of w, also where the loop sums up.
function [] = both(a : mat, x : vec, y : vec, w : vec)
  for i=0..size(a,0)-1
    for j=0..size(a,1)-1
      w[j] += x[i]*a[i,j]
      y[i] += a[i,j]
    endfor
  endfor
endfunction

% What the loop writes it reads in the next round: no vectors.
function [] = running(a : mat, y : vec)
  for i=0..size(a,0)-1
    s = 0.0
    for j=1..size(a,1)-1
      a[i,j] = a[i,j-1] + 1
      s += a[i,j]
    endfor
    y[i] = s
  endfor
endfunction

% ... and what one round leaves in a variable for the next.
function [] = differences(a : mat, y : vec)
  for i=0..size(a,0)-1
    s = 0.0
    before = 1.0
    for j=0..size(a,1)-1
      s += a[i,j]*before
      before = a[i,j]
    endfor
    y[i] = s
  endfor
endfunction

% The sum is read while it is made.
function [] = seen(a : mat, y : vec)
  for i=0..size(a,0)-1
    s = 0.0
    m = 0.0
    for j=0..size(a,1)-1
      s += a[i,j]
      m = max(m, s)
    endfor
    y[i] = m - s
  endfor
endfunction

{!interpreted for}
for n=[1, 15, 16, 17, 100, 530]
  m = n + 3
  a = zeros(m, n)
  x = zeros(m)
  {!interpreted for}
  for i=0..m-1
    x[i] = mod(3*i, 5) - 2
    {!interpreted for}
    for j=0..n-1
      a[i,j] = mod(i*j + 2*j, 7) - 3
    endfor
  endfor
  y = zeros(m)
  z = zeros(m)
  w = zeros(n)
  products(a, x, y, z)
  u = copy(w)
  v = zeros(m)
  both(a, x, v, w)
  b = copy(a)
  r = zeros(m)
  running(b, r)
  f = zeros(m)
  differences(a, f)
  g = zeros(m)
  seen(a, g)
  {!interpreted for}
  for i=0..m-1
    [s, t, p, q, e, before, most] = [0.0, 3.0, 0.5, 0.0, 0.0, 1.0, 0.0]
    {!interpreted for}
    for j=0..n-1
      s += (a[i,j] - x[j])^2
      t -= a[i,j] - x[j]
      p += a[i,j]*x[j]
      q += a[i,j]
      e += a[i,j]*before
      before = a[i,j]
      u[j] += x[i]*a[i,j]
      most = max(most, q)
    endfor
    assert(y[i] == p && z[i] == s + t && v[i] == q && f[i] == e && g[i] == most - q)
    assert(r[i] == (n - 1)*a[i,0] + n*(n - 1)/2)
  endfor
  assert(sum(abs(u - w)) == 0)
endfor
print "ok"
