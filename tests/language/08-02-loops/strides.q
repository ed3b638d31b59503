% proves: 8.2 rows that follow each other in a vector, with a length that is a variable, run in parallel when they do not overlap
% expect: ok
function [] = fill(x, n, m)
  for i=0..m-1
    for j=0..n-1
      x[i*n+j] = 1000*i + j
    endfor
  endfor
endfunction
function [] = overlapping(x, n, m)
  for i=0..m-1
    for j=0..n
      x[i*n+j] = 1000*i + j
    endfor
  endfor
endfunction
function [] = recurrence(x, n, m)
  for i=1..m-1
    for j=0..n-1
      x[i*n+j] = x[(i-1)*n+j] + 1
    endfor
  endfor
endfunction
function [] = backwards(x, n, m)
  for i=0..m-1
    for j=0..n-1
      x[(m-1-i)*n + n-1-j] = x[(m-1-i)*n + n-1-j]*2 + i
    endfor
  endfor
endfunction
function [] = channels(x, n, m)
  for i=0..m-1
    for j=0..n-1
      row = i*n
      for k=0..2
        x[(row+j)*3+k] = 100*i + j + 0.25*k
      endfor
    endfor
  endfor
endfunction
function [] = rows(x, y, n, m)
  for i=0..m-1
    s = 0.0
    for j=0..n-1
      s += x[i*n+j]
      x[i*n+j] = s
    endfor
    y[i] = s
  endfor
endfunction
function [] = main()
  n = 37
  m = 41
  x = zeros(n*m)
  fill(x, n, m)
  for i=0..m-1
    assert(x[i*n] == 1000*i && x[i*n+n-1] == 1000*i+n-1)
  endfor
  y = zeros(m)
  rows(x, y, n, m)
  assert(y[3] == 37*3000 + 18*37 && x[3*n+1] == 6001 && x[4*n-1] == y[3])
  recurrence(x, n, m)
  assert(x[5*n+2] == x[2] + 5 && x[(m-1)*n+n-1] == x[n-1] + m-1)
  backwards(x, n, m)
  assert(x[5*n+2] == 2*(0+1+2+5) + m-6)
  z = zeros(n*m + 1)
  overlapping(z, n, m)
  assert(z[n] == 1000 && z[2*n] == 2000 && z[2*n+1] == 2001 && z[m*n] == 1000*(m-1) + n)
  c = zeros(3*n*m)
  channels(c, n, m)
  assert(c[(5*n+7)*3+2] == 507.5 && c[3*n*m-1] == 100*(m-1)+n-1+0.5)
  print("ok")
endfunction
