% proves: 7.5 objects of parametrised classes by value in kernels, and arrays of them
% expect: ok
type pair[T] : class
  a : T
  b : T
endtype
function y = __device__ total[T](self : pair[T])
  y = self.a + self.b
endfunction
function [] = __kernel__ k(p : pair[scalar], y : vec, pos : int)
  y[pos] = p.total() * pos
endfunction
function [] = __kernel__ kt[T](p : pair[T], y : vec[T], pos : int)
  q = pair[T](a:=p.b, b:=p.a)
  y[pos] = q.a * 2 + pos
endfunction
y = zeros(5)
parallel_do(5, pair[scalar](a:=1.5,b:=2), y, k)
for i=0..4
 assert(y[i] == 3.5*i)
endfor
z = vec[int](5)
parallel_do(5, pair[int](a:=1,b:=2), z, kt)
for i=0..4
 assert(z[i] == 4+i)
endfor
parallel_do(5, pair[scalar](a:=1.5,b:=2.25), y, kt)
assert(y[1] == 5.5)
for i=0..4
  pp = pair[scalar](a:=i, b:=1)
  y[i] = pp.total()
endfor
assert(y[3] == 4)
type duo[T] : mutable class
  a : T
  b : T
endtype
type holder[T] : mutable class
  p : duo[T]
  data : vec[T]
  n : int
endtype
function [] = __kernel__ kh[T](h : ^holder[T], y : vec[T], pos : int)
  y[pos] = h.p.a * h.data[pos] + h.p.b
endfunction
h = holder[scalar](p:=duo[scalar](a:=2, b:=0.5), data:=[1.0,2,3], n:=3)
y = zeros(3)
parallel_do(3, h, y, kh)
assert(y == [2.5,4.5,6.5])
ps = vec[duo[int]](4)
for i=0..3
  ps[i] = duo[int](a:=i, b:=2*i)
endfor
function [] = __kernel__ k2(ps : vec[duo[int]], y : vec, pos : int)
  y[pos] = ps[pos].a + ps[pos].b
endfunction
y = zeros(4)
parallel_do(4, ps, y, k2)
assert(y == [0,3,6,9])
function [] = __kernel__ k3[T](ps : vec[^duo[T]], pos : int)
  ps[pos].a = ps[pos].a + ps[pos].b
endfunction
qs = vec[^duo[scalar]](3)
for i=0..2
  qs[i] = duo[scalar](a:=i, b:=0.5)
endfor
parallel_do(3, qs, k3)
assert(qs[2].a == 2.5)
print "ok"
