% proves: 17.2 running sums, maxima and counts of loops are those of the iterations in their order, of any length
% expect: ok
function [y : vec, m : vec, l : vec, s : scalar, t : scalar, big : scalar] = running(x : vec, w : vec, n : int)
  y = zeros(n)
  m = zeros(n)
  l = zeros(n)
  s = 5.0
  t = 0.0
  for i=0..n-1
    s += x[i]
    t += x[i]*x[i]
    y[i] = s
  endfor
  big = -1000.0
  for i=0..n-1
    big = max(big, w[i])
    m[i] = big
  endfor
  for i=0..n-1
    l[i] = x[i]
  endfor
  for i=1..n-1
    l[i] = l[i-1] + x[i]
  endfor
endfunction
function [B : mat, q : scalar] = in_two_dimensions(A : mat)
  B = zeros(size(A))
  q = 1.0
  for i=0..size(A,0)-1
    for j=0..size(A,1)-1
      if mod(i + j, 3) > 0
        q += A[i,j]
      endif
      B[i,j] = q
    endfor
  endfor
endfunction
for n=[1,7,1023,1024,1025,20000,100003]
  x = zeros(n)
  w = zeros(n)
  for i=0..n-1
    x[i] = mod(i*37, 23) - 9
    w[i] = mod(i*7919, 1000)
  endfor
  [y, m, l, s, t, big] = running(x, w, n)
  s_here = 5.0
  t_here = 0.0
  big_here = -1000.0
  wrong = 0
  {!interpreted for}
  for i=0..n-1
    s_here += x[i]
    t_here += x[i]*x[i]
    big_here = max(big_here, w[i])
    wrong += (y[i] != s_here) + (m[i] != big_here) + (l[i] != s_here - 5)
  endfor
  assert(wrong == 0 && s == s_here && t == t_here && big == big_here, "n")
endfor
A = ones(300,41)
[B, q] = in_two_dimensions(A)
q_here = 1.0
wrong = 0
{!interpreted for}
for i=0..299
  {!interpreted for}
  for j=0..40
    q_here += mod(i + j, 3) > 0
    wrong += B[i,j] != q_here
  endfor
endfor
assert(wrong == 0 && q == q_here, "in two dimensions")
print "ok"
