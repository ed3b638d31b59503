% proves: 9.2 copies of expressions of any known size: fetched once a block, stored back, behind a return, with borders, of whole arrays
% expect: ok
function [] = __kernel__ listing(A : mat, y : mat, a : scalar, b : scalar, pos : ivec2)
  B : 'shared = transpose(a*A[0..9, 0..11]+b) % fetch
  y[pos] = B[mod(pos[0], 12), mod(pos[1], 10)] + sum(B[3, :])
end
function [] = __kernel__ turned(A : mat, a : scalar, pos : ivec2)
  B : 'shared = transpose(a*A[0..9, 0..9])
  A[0..9, 0..9] = transpose(B) + 1
end
function [] = __kernel__ late(x : vec, y : vec, n : int, pos : int)
  if x[pos] < 4
    return
  endif
  S : 'shared = 2 * x[0..n-1]
  y[pos] = S[mod(pos, n)] + S[n - 1]
end
function [] = __kernel__ tiles(x : mat'circular, y : mat, pos : ivec2)
  c = 3
  p = pos - mod(pos, 8)
  S : 'shared = x[p[0]+(-c..7+c), p[1]+(-1..8)] + 1
  [m, n] = pos - p
  total = 0.0
  for i = 0..2*c
    for j = 0..2
      total += (i + 2 * j) * S[m + i, n + j]
    end
  end
  y[pos] = total
end
function [] = __kernel__ whole(x : mat, q : mat[int], y : mat, pos : ivec2)
  A : 'shared = x
  B : 'shared = q[0..8, 0..8]
  y[pos] = A[mod(pos[0], 9), mod(pos[1], 100)] + B[mod(pos[1], 9), mod(pos[0], 9)]
end
function [] = main()
  x = reshape(0..899, [9, 100])
  A = reshape(0..399, [20, 20])
  y = zeros(40, 24)
  parallel_do([40, 24], A, y, 2.0, 1.0, listing)
  {!interpreted for}
  for i = 0..39
    for j = 0..23
      assert(y[i, j] == 2 * A[mod(j, 10), mod(i, 12)] + 1 + sum(2 * A[0..9, 3] + 1))
    end
  end
  parallel_do([4, 4], A, 3.0, turned)
  assert(A[2, 7] == 3 * 47 + 1 && A[9, 9] == 3 * 189 + 1 && A[10, 3] == 203)
  v = mod(0..899, 17) + 0.0
  w = zeros(900)
  parallel_do(900, v, w, 70, late)
  {!interpreted for}
  for i = 0..899
    assert(w[i] == (v[i] < 4 ? 0.0 : 2 * v[mod(i, 70)] + 2 * v[69]))
  end
  y = zeros(24, 20)
  u = reshape(mod(0..479, 13), [24, 20]) + 0.0
  parallel_do([[24, 20], [8, 8]], u, y, tiles)
  {!interpreted for}
  for i = 0..23
    for j = 0..19
      total = 0.0
      {!interpreted for}
      for a = 0..6
        for b = 0..2
          total += (a + 2 * b) * (u[mod(i + a - 3 + 24, 24), mod(j + b - 1 + 20, 20)] + 1)
        end
      end
      assert(y[i, j] == total)
    end
  end
  y = zeros(30, 10)
  q = mat[int](10, 10)
  q[4, 7] = 5000
  parallel_do(size(y), x, q, y, whole)
  assert(y[7, 4] == x[7, 4] + 5000 && y[29, 9] == x[2, 9])
  print "ok"
end
