% proves: STDLIB 1.4: after q = p, q[0] = 1 changes p; a device function's element writes reach its caller
% expect: ok
function [] = __device__ change(v : vec3)
  v[0] = 7
endfunction
function [] = __device__ change_through(v : vec3)
  change(v)
endfunction
function [] = __device__ change_second_name(v : vec3)
  w = v
  w[1] = 8
endfunction
function [] = __device__ change_position(p : ivec2)
  p[0] = p[0] + 5
endfunction
function y : scalar = __device__ only_reads(v : vec3)
  u = v
  y = sum(u)
endfunction
function [] = __kernel__ k(y : mat, n : ivec2, pos : ivec2)
  v = [1.0,2.0,3.0]
  change(v)
  y[0,0] = v[0]
  v = [1.0,2.0,3.0]
  change_through(v)
  y[0,1] = v[0]
  t = [1.0,2.0,3.0]
  change_second_name(t)
  y[0,2] = t[1] + only_reads(t)
  s = 0.0
  for i=0..2
    a = [1.0*i, 2.0]
    b = a
    b[0] += 1
    s += a[0]
  endfor
  y[1,0] = s
  if y[0,0] > 3
    c = t
    c[2] = 20
  endif
  y[1,1] = t[2]
  change_position(n)
  y[1,2] = n[0]
endfunction
function [] = __kernel__ moved(y : mat, pos : ivec2)
  q = pos
  q[1] = 2
  y[0,0] = pos[1]
  change_position(pos)
  y[0,1] = pos[0]
endfunction
function [] = __kernel__ rebound(y : mat, pos : ivec2)
  a = [1.0,2.0]
  b = a
  a = [5.0,6.0]
  b[1] = 9
  y[0,0] = a[1] + 100*b[1]
endfunction
y = zeros(2,3)
parallel_do([1,1], y, [1,2], k)
assert(y[0,0] == 7, "a device function")
assert(y[0,1] == 7, "through two device functions")
assert(y[0,2] == 8 + 1 + 8 + 3, "a second name in a device function")
assert(y[1,0] == 6, "in a loop")
assert(y[1,1] == 20, "in a branch")
assert(y[1,2] == 6, "a parameter of the kernel")
parallel_do([1,1], y, moved)
assert(y[0,0] == 2 && y[0,1] == 5, "pos")
parallel_do([1,1], y, rebound)
assert(y[0,0] == 906, "the first name gets another vector")
a = [1.0,2.0]
s = zeros(300)
for i=0..299
  b = a
  b[0] = i
  s[i] = a[0]
endfor
assert(sum(s) == 44850 && a[0] == 299, "a loop of the host")
print "ok"
