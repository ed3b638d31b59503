% proves: 2.2.2, 7 an update of a member in a kernel has the kernel's precision, others keep their own
% expect: ok
type item : mutable class
  a : scalar
  b : scalar
endtype
type items : vec[item]
type all : mutable class
  total : scalar
endtype

function [] = __device__ grow(self : ^item, by : scalar)
  self.a += by
endfunction

function [] = __kernel__ k(p : items, x : vec, s : ^all, pos : int)
  p[pos].a += 2.0 / 3
  p[pos].grow(0.5)
  x[pos] += 2.0 / 3
  x[pos] += 0.5
  s.total += 0.1
endfunction

function [] = __kernel__ d(p : items, x : vec'double, pos : int)
  p[pos].a += 2.0 / 3
  p[pos].a += 0.5
  x[pos] += 2.0 / 3
  x[pos] += 0.5
endfunction

function [] = test(single : int)
  p = items(9)
  x = zeros(9)
  y = vec'double(9)
  s = all(total:=0)
  {!interpreted for}
  for i=0..8
    p[i].a = i * 0.5
    p[i].b = i * 0.1
    x[i] = i * 0.5
    y[i] = i * 0.5
  endfor
  if single
    parallel_do(9, p, x, s, k)
  else
    parallel_do(9, p, y, d)
  endif
  {!interpreted for}
  for i=0..8
    assert(p[i].a == (single ? x[i] : y[i]), "an update rounds as one of an array's element")
    assert(p[i].b == i * 0.1, "a member that the kernel leaves alone")
  endfor
  total = zeros(1)
  {!interpreted for}
  for i=0..8
    total[0] = total[0] + 0.1
  endfor
  if single
    assert(s.total == total[0], "a sum in an object that all share")
  endif
endfunction

function [] = main()
  test(1)
  test(0)
  print "ok"
endfunction
