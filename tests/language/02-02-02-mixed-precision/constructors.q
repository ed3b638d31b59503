% proves: 2.2 a precision or an element type behind the name of an array type is that of its elements, in declarations, constructors, parameters and kernels
% expect: ok
assert(type(vec'double(3), "vec[scalar'double]") && type(mat'double(2,2), "mat[scalar'double]") && type(cube'double(1,2,2), "cube[scalar'double]"), "double")
assert(type(cvec'double(3), "vec[cscalar'double]") && type(vec'half(3), "vec[scalar'half]") && type(vec'single(3), "vec[scalar'single]"), "others")
assert(type(vec'int(3), "ivec") && type(mat'int(2,2), "imat") && type(cube'int(2,2,2), "icube"), "int")
assert(type(vec'uint8(3), "vec[uint8]") && type(mat'int16(2,2), "mat[int16]") && type(cube'uint32(2,2,2), "cube[uint32]"), "integers")
assert(type(vec3'double(), "vec[scalar'double](3)") && type(ivec'int64(3), "vec[int64]"), "sized")
a = cube'double(2,2,2)
a[:,:,:] = 1/3
assert(a[1,1,1] == 1/3)
v : vec'double = vec'double(3)
v[0] = 1/3
assert(v[0] == 1/3)
c = cvec'double(2)
c[0] = complex(1/3, 1/3)
assert(real(c[0]) == 1/3 && imag(c[0]) == 1/3)
i = imat'int64(2,2)
i[0,0] = 2^40
assert(i[0,0] == 2^40)
s = mat'uint8'sat(1,2)
s[0,0] = 300
s[0,1] = -4
assert(s[0,0] == 255 && s[0,1] == 0)
function y = __device__ third(x : vec'double)
  y = x[0]/3
endfunction
function [] = __kernel__ k(y : mat'double, x : vec'double, pos : int)
  v = vec'double(3)
  v[0] = 1/3
  v[1] = 2/3
  w = vec'int(2)
  w[1] = 2.75
  y[pos,0] = v[0]
  y[pos,1] = v[0] + v[1]
  y[pos,2] = w[1]
  y[pos,3] = third(x)
endfunction
function [] = __kernel__ of_single(y : mat'double, pos : int)
  u = vec'single(2)
  w = ivec(2)
  u[0] = 0.25
  w[0] = -2.75
  y[pos,0] = u[0]
  y[pos,1] = w[0]
endfunction
x = vec'double(1)
x[0] = 1
y = mat'double(2,4)
parallel_do(2, y, x, k)
assert(y[1,0] == 1/3 && y[1,1] == 1/3 + 2/3 && y[1,2] == 2 && y[1,3] == 1/3, "kernel ", y)
parallel_do(2, y, of_single)
assert(y[0,0] == 0.25 && y[0,1] == -2, "single ", y)
for n = 0..1
  q = vec'double(4)
  q[n] = 1/3
  y[n,0] = q[n]
endfor
assert(y[1,0] == 1/3, "loop")
print "ok"
