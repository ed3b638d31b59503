% proves: 8.2 loops whose bounds follow the iteration around them, inside of their arrays and beyond the edges
% expect: ok
function [] = lower(a : mat, x : vec, y : vec)
  for i=0..size(a,0)-1
    s = 0.0
    for j=0..i
      s += a[i,j]*x[j]
    endfor
    y[i] = s
  endfor
endfunction
function [] = upper(a : mat, x : vec, y : vec)
  for i=0..size(a,0)-1
    s = 0.0
    for j=size(a,1)-1..-1..i+1
      s += a[i,j] - x[j-i]
    endfor
    for j=i..size(a,1)
      s -= a[j-i,j]
    endfor
    y[i] = s
  endfor
endfunction
% The last rows and the first ones read beyond the edges, where elements are 0.
function [] = beyond(a : mat, y : vec, d : int)
  for i=0..size(a,0)-1
    s = 0.0
    for j=i-d..i+d
      for k=j..j+2
        s += a[j,k]
      endfor
    endfor
    y[i] = s
  endfor
endfunction
% c[i,j] goes along rows, and so does the innermost loop over k.
function [] = products(a : mat, c : mat)
  for i=0..size(a,0)-1
    for j=0..size(a,0)-1
      for k=0..size(a,1)-1
        c[i,j] += a[i,k]*a[j,k]
      endfor
    endfor
  endfor
endfunction

{!interpreted for}
for n=[1, 2, 3, 17, 40]
  m = n + 5
  a = zeros(m, n)
  x = zeros(m)
  {!interpreted for}
  for i=0..m-1
    x[i] = mod(5*i, 7) - 3
    {!interpreted for}
    for j=0..n-1
      a[i,j] = mod(3*i + 4*j, 11) - 5
    endfor
  endfor
  [y, z, w] = [zeros(m), zeros(m), zeros(m)]
  c = zeros(m, m)
  lower(a, x, y)
  upper(a, x, z)
  beyond(a, w, 3)
  products(a, c)
  {!interpreted for}
  for i=0..m-1
    [s, t, u] = [0.0, 0.0, 0.0]
    {!interpreted for}
    for j=0..i
      s += a[i,j]*x[j]
    endfor
    {!interpreted for}
    for j=n-1..-1..i+1
      t += a[i,j] - x[j-i]
    endfor
    {!interpreted for}
    for j=i..n
      t -= a[j-i,j]
    endfor
    {!interpreted for}
    for j=i-3..i+3
      {!interpreted for}
      for k=j..j+2
        u += a[j,k]
      endfor
    endfor
    assert(y[i] == s && z[i] == t && w[i] == u)
    {!interpreted for}
    for j=0..m-1
      e = 0.0
      {!interpreted for}
      for k=0..n-1
        e += a[i,k]*a[j,k]
      endfor
      assert(c[i,j] == e)
    endfor
  endfor
endfor
print "ok"
