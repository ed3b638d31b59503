% proves: 8.3 parts of arrays in variables of loops that write the array, in place shifts, and blocks that are transposed
% expect: ok
function [] = main()
  x = zeros(300, 20)
  for m=0..299
    for n=0..19
      x[m,n] = mod(m*7 + n*13, 17)
    endfor
  endfor
  u = copy(x)
  for i=0..299
    v = u[i,:] - 3
    w = v .* v
    u[i,0] = sum(w)
    u[i,1] = sum(v)
    u[i,2..18] = u[i,3..19]
  endfor
  assert(u[4,1] == sum(x[4,:]) - 60 && u[4,2] == x[4,3] && u[4,18] == x[4,19] && u[4,19] == x[4,19])
  assert(u[299,0] == sum((x[299,:]-3).^2))
  y = zeros(32, 32)
  z = zeros(32, 32)
  for m=0..31
    for n=0..31
      y[m,n] = 100*m + n
    endfor
  endfor
  B = 8
  {!parallel for}
  for m=0..B..size(y,0)-1
    for n=0..B..size(y,1)-1
      A = y[m..m+B-1, n..n+B-1]
      z[m..m+B-1, n..n+B-1] = transpose(A)
    endfor
  endfor
  assert(z[1,10] == y[2,9] && z[9,6] == y[14,1] && z[31,31] == y[31,31])
  r = zeros(300)
  for i=0..299
    n = mod(i,4) + 1
    K = eye(n)*2
    L = K*transpose(K)
    K = L + K
    r[i] = sum(K) + size(K,0)
  endfor
  assert(r[0] == 7 && r[3] == 28 && r[299] == 28)
  print("ok")
endfunction
