% proves: 8.3 vectors and matrices whose length is known at run time, made in kernels, device functions and loops
% expect: ok
function [] = __kernel__ again(y : mat, n : int, pos : ivec2)
  v = ones(n)
  for k=0..2
    v = v + k
    v *= 2
  endfor
  y[pos] = sum(v)
endfunction

function y = __device__ smooth(x, n : int)
  y = zeros(n)
  for i=0..n-1
    y[i] = (x[i] + x[min(i+1, n-1)]) / 2
  endfor
endfunction

function [] = __kernel__ device(x : mat, z : vec, pos : int)
  r = smooth(x[pos,:], size(x,1))
  q = smooth(r, numel(r)-1)
  z[pos] = max(q) + numel(q)
endfunction

function [] = __kernel__ median(x : mat, y : mat, r : int, pos : ivec2)
  w = zeros((2*r+1)^2)
  c = 0
  for i=-r..r
    for j=-r..r
      w[c] = x[pos+[i,j]]
      c += 1
    endfor
  endfor
  for i=0..c-1
    m = i
    for j=i+1..c-1
      if w[j] < w[m]
        m = j
      endif
    endfor
    t = w[i]
    w[i] = w[m]
    w[m] = t
  endfor
  y[pos] = w[int(c/2)]
endfunction

% the length differs between the work items, and some make none
function [] = __kernel__ triangle(y : vec, pos : int)
  s = 0.0
  if mod(pos, 3) > 0
    v : vec[int] = vec[int](pos)
    for i=0..pos-1
      v[i] += i
    endfor
    s = sum(v) + 1000*numel(v)
  endif
  y[pos] = s
endfunction

function [] = __kernel__ tiles(x : mat, y : mat, B : int, pos : ivec2)
  r1 = pos[0]*B..pos[0]*B+B-1
  r2 = pos[1]*B..pos[1]*B+B-1
  y[r1, r2] = transpose(x[r1, r2])
endfunction

function [] = __kernel__ products(x : mat, y : mat, n : int, pos : ivec2)
  A = zeros(n, n)
  for i=0..n-1
    for j=0..n-1
      A[i,j] = x[pos + [i,j]]
    endfor
  endfor
  I = eye(n)
  B = A*transpose(A) - 2*I
  y[pos] = sum(B) + B[0,n-1]
endfunction

function [] = __kernel__ vectors(x : mat, z : vec, n : int, pos : int)
  M = x[pos..pos+n-1, 0..n]
  v = x[pos, 0..n]
  w = M*v
  u = transpose(w)*w
  t = w*M
  z[pos] = sum(w) + u[0,n-1] + 10*numel(w) + size(u,1) + t[n]
endfunction

function [] = main()
  y = zeros(10, 10)
  parallel_do(size(y), y, 7, again)
  assert(min(y) == 112 && max(y) == 112)

  x = zeros(24, 20)
  for m=0..23
    for n=0..19
      x[m,n] = mod(m*37 + n*11, 101)
    endfor
  endfor
  z = zeros(24)
  parallel_do(24, x, z, device)
  best = 0.0
  for i=0..18
    best = max(best, (x[5,i] + 2*x[5,i+1] + x[5,min(i+2,19)])/4)
  endfor
  assert(z[5] >= best-0.5 && z[5] < 130)

  y = zeros(24, 20)
  parallel_do(size(y), x, y, 2, median)
  w = x[8..12, 5..9]
  below = 0
  for k=0..24
    below += w[int(k/5), mod(k,5)] < y[10,7]
  endfor
  assert(below <= 12 && below >= 8)

  t = zeros(40)
  parallel_do(40, t, triangle)
  assert(t[3] == 0 && t[4] == 4006 && t[38] == 38000 + 37*19)

  s = zeros(16, 16)
  parallel_do([4,4], x[0..15,0..15], s, 4, tiles)
  assert(s[1,6] == x[2,5] && s[15,12] == x[12,15] && s[7,7] == x[7,7])

  parallel_do(size(y), x, y, 4, products)
  A = x[3..6, 2..5]
  B = A*transpose(A) - 2*eye(4)
  assert(abs(y[3,2] - sum(B) - B[0,3]) < 1)

  z = zeros(10)
  parallel_do(10, x/100, z, 3, vectors)
  M = x[4..6,0..3]/100
  w = M*(x[4,0..3]/100)
  u = transpose(w)*w
  t = w*M
  assert(abs(z[4] - (sum(w) + u[0,2] + 30 + 3 + t[3])) < 1e-3)
  print("ok")
endfunction
