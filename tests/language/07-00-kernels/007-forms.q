% proves: 7 objects in kernels: vectors, nested and immutable ones, copies, cells of objects, methods, results
% expect: stdout
%> 0 6 2 3
%> [ 0, 3, 6, 9, 12]
%> [ 0, 2, 4, 6, 8]
%> 5 [ 10, 20, 30]
%> [ 0, 2.5, 10, 22.5, 40]
%> 15 10 2.5
%> [ 0, 1, 2, 3, 4] 5
%> [ 100, 101, 102, 103, 104]
%> [ 3, 3, 3, 3, 3] 1
%> [ 5, 5, 5, 5, 5]
%> [ 3, 7, 11, 15, 19]
%> 2 [ 7, 8, 9]
%> caught
type gain : class
  factor : scalar
  offset : scalar = 0.5
  n : int
endtype
type state : mutable class
  count : int
  sum_ : scalar
  table : vec
  small : vec3
endtype
type pair : mutable class
  a : scalar
  b : vec2
endtype
type outer : mutable class
  inner : pair
  k : int
endtype
type pairs : vec[pair]

% members that are read, of an immutable object
function [] = __kernel__ amplify(y : vec, g : gain, pos : int)
  y[pos] = pos * g.factor
endfunction
% all kinds of writes into a mutable one
function [] = __kernel__ work(s : ^state, pos : int)
  s.count += 1
  s.sum_ ^^= 2.0 * pos
  s.table[pos] = pos
  if pos == 3
    s.small[1] = 3
  endif
endfunction
y = zeros(5)
s = state(table:=zeros(4), small:=[0.0, 0.0, 0.0])
parallel_do(4, s, work)
print s.table[0], " ", s.sum_, " ", s.table[2], " ", s.small[1]
parallel_do(5, y, gain(factor:=3, n:=1), amplify)
print y

% objects that the kernel makes: value, copy, reference, in a loop
function y : scalar = __device__ spread(self : pair)
  self.a += 1
  y = self.a
endfunction
function [] = __device__ grow(self : ^pair, by : scalar)
  self.a += by
endfunction
function [] = __kernel__ own(y : vec, pos : int)
  p = pair(a:=pos, b:=[pos, 2])
  q = p
  r : pair = p
  for k = 1..3
    p.grow(0.25)
  endfor
  q.grow(0.25)
  r.grow(100)
  y[pos] = p.spread() - 2 + p.b[0]
endfunction
parallel_do(5, y, own)
print y

% the object itself through a pointer, by all work items
function [] = __kernel__ collect(s : ^state, x : vec, pos : int)
  k = (s.count += 1)
  s.table[k-1] = 10 * k
endfunction
c = state(table:=zeros(3), small:=[0.0,0.0,0.0])
parallel_do(3, c, zeros(3), collect)
print c.count + 2, " ", c.table

% cells of objects: numbers, vectors, an object stored, sizes
function [] = __kernel__ advance(p : pairs, y : vec, pos : int)
  p[pos].a = pos
  q = pair(a:=p[pos].a * p[pos].a, b:=[1.5, pos])
  p[pos] = q
  y[pos] = p[pos].a * (p[pos].b[0] + 1) * numel(p) / 5
endfunction
p = pairs(5)
parallel_do(5, p, y, advance)
print y
% nested objects
function [] = __kernel__ nested(o : ^outer, y : vec, pos : int)
  o.inner.a += 2
  o.k += 3
  y[pos] = o.inner.b[0]
endfunction
o = outer(inner:=pair(a:=0, b:=[2.5, 1]), k:=0)
parallel_do(5, o, y, nested)
print o.k, " ", o.inner.a, " ", y[4]

% immutable objects that change hands
function g : gain = __device__ next(g0 : gain, k : int)
  if k > 2
    g = gain(factor:=k, n:=1)
  else
    g = gain(factor:=g0.factor + k, n:=2)
  endif
endfunction
function [] = __kernel__ choose(y : vec, g : gain, pos : int)
  h = next(g, pos)
  y[pos] = h.factor
endfunction
parallel_do(5, y, gain(factor:=0, n:=0), choose)
print y, " ", numel(y)
function [] = __kernel__ base(y : vec, s : state, pos : int)
  s.sum_ += pos
  y[pos] = s.sum_
endfunction
s.sum_ = 100
parallel_do(5, y, s, base)
print y
assert(s.sum_ == 100)
% two arguments that are one object
function [] = __kernel__ twice(y : vec, a : ^pair, b : ^pair, pos : int)
  a.a = 3
  y[pos] = b.a
endfunction
one = pair(a:=1, b:=[0.0,0.0])
parallel_do(5, y, one, one, twice)
print y, " ", one.a - 2
% a kernel inside a function sees an object around it
function y = around(g : gain)
  y = zeros(5)
  function [] = __kernel__ inside(pos : int)
    y[pos] = g.factor
  endfunction
  parallel_do(5, inside)
endfunction
print around(gain(factor:=5, n:=1))
% inheritance
type gain2 : gain
  extra : scalar
endtype
function [] = __kernel__ derived(y : vec, g : gain, pos : int)
  y[pos] = g.factor * pos + g.offset * 6
endfunction
parallel_do(5, y, gain2(factor:=4, n:=1, extra:=1), derived)
print y
% a matrix of objects
type grid_of : mat[pair]
function [] = __kernel__ matrix(m : grid_of, v : vec, pos : ivec2)
  m[pos].a += 1
  m[pos[0], pos[1]].a += 1
  v[pos[1]] = 7 + pos[1]
endfunction
m = grid_of(2,3)
v = zeros(3)
parallel_do([2,3], m, v, matrix)
print m[1,2].a, " ", v
function [] = __kernel__ outside(p : pairs, pos : int)
  p[pos+1].a = 1
endfunction
try
  parallel_do(5, p, outside)
  print "not caught"
catch ex
  print "caught"
endtry
