% proves: 5.3 what a kernel asserts of its numbers makes code simpler, and never its results other
% expect: ok
function [] = __kernel__ gather(x : vec, index : ivec, y : vec, n : int, m : int, pos : int)
  k = index[pos]
  assert(k >= 0 && k < numel(x))
  assert(n == 4)
  t = 0.0
  for i = 0..n-1
    t += i*x[k]
  endfor
  b = m > 3 ? 1 : 2
  assert(m > 5)
  if m < 4
    y[pos] = -1
  else
    y[pos] = t + b
  endif
  k = k + 30
  y[pos] += x[k]
endfunction
function [] = __kernel__ turned(x : mat, y : mat, p : int, q : int, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
  assert(p <= 8 && q <= 4)
  assert(p >= blkdim[0] && q >= blkdim[1])
  s = shared(p, q)
  s[blkpos[0], blkpos[1]] = x[pos]
  syncthreads
  y[pos] = s[blkdim[0] - 1 - blkpos[0], blkdim[1] - 1 - blkpos[1]] + s[p, 0]
endfunction
x = 1.0..32
y = zeros(32)
parallel_do(32, x, int(31..-1..0), y, 4, 7, gather)
assert(y[31] == 6*1 + 1 + 31 && y[0] == 6*32 + 1 && y[30] == 6*2 + 1 + 32, y)
z = zeros(8,4)
a = reshape(x, [8,4])
parallel_do([[8,4],[4,4]], a, z, 5, 4, turned)
assert(z[0,0] == a[3,3] && z[4,1] == a[7,2], z)
caught = 0
try
  parallel_do(32, x, int(1..32), y, 4, 7, gather)
  print y[0]
catch ex
  caught += 1
endtry
try
  p = numel(x)
  parallel_do([[8,4],[4,4]], a, z, p, 4, turned)
  print z[0,0]
catch ex
  caught += 1
endtry
assert(caught == 2)
print "ok"
