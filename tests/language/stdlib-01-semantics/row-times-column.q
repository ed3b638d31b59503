% proves: STDLIB 1.3 a row times a column is an array of one element, a matrix times a column a column: on the host, in kernels and device functions
% expect: ok
function y = __device__ number(x : scalar)
  y = x + 1
endfunction
function y = __device__ vector(x : vec)
  y = x[0] + numel(x)
endfunction
function [] = __device__ sizes(y : vec)
  r = [1,2,3]
  c = transpose([4,5,6])
  A = [[1,2],[3,4]]
  s = r*c
  w = A*transpose([1,2])
  y[0] = ndims(s)
  y[1] = s > 10 ? s[0,0] : 0
  y[2] = size(w,0)
  y[3] = size(w,1)
  y[4] = (s*[1,2])[1] + ([1,2]*s)[0]
  y[5] = (A*s)[1,0] + w[1]
  y[6] = number(s)
  y[7] = vector(s)
  t : scalar = s
  y[8] = (t + [1,2])[1]
  t2 = 0.0
  for k = 0..2
    t2 += r*c
  endfor
  y[9] = t2
  for k = 0..s
    y[10] += 1
  endfor
  y[11..12] = s
  y[s - 19] = 5
endfunction
function [] = __kernel__ in_kernel(y : vec, pos : int)
  sizes(y)
endfunction
wanted = [1,32,2,1,96,107,33,33,34,96,33,32,32,5]
y = zeros(14)
sizes(y)
assert(all(y == wanted), "host ", y)
y = zeros(14)
parallel_do(1, y, in_kernel)
assert(all(y == wanted), "kernel ", y)
s = [1,2,3]*transpose([4,5,6])
assert(all(size(s) == [1,1]) && !isscalar(s), "size")
print "ok"
