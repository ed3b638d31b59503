% proves: 2.2.3, LANGUAGE.md: integer arrays: checked, sat, unchecked; conversions
% expect: ok
a = mat[uint8](2,2)
a[0,0] = 200
a[0,1] = 7.9
assert(a[0,0] == 200 && a[0,1] == 7 && a[1,1] == 0, "stores truncate")
caught = 0
try
  a[1,1] = 300
catch ex
  caught = 1
endtry
assert(caught == 1 && a[1,1] == 0, "'checked raises an error")
b : vec[uint8'sat] = vec[uint8](3)
b[0] = 300
b[1] = -5
assert(b[0] == 255 && b[1] == 0, "'sat clips")
c : vec[uint8'unchecked] = vec[uint8](3)
c[0] = 300
c[1] = -1
assert(c[0] == 44 && c[1] == 255, "'unchecked wraps")
d = vec[int](3)
d[0] = 2^31-1
d[1] = -2.7
assert(d[0] == 2147483647 && d[1] == -2, "int")
function y : mat[uint8'sat] = add(a : mat[uint8], b : mat[uint8])
  y = mat[uint8](size(a))
  for m=0..size(a,0)-1
    for n=0..size(a,1)-1
      y[m,n] = a[m,n] + b[m,n]
    endfor
  endfor
endfunction
p = mat[uint8](20,20)
p[:,:] = 200
q = add(p, p)
assert(q[0,0] == 255 && q[19,19] == 255, "saturated sums in a loop")
function [] = __kernel__ k(x : vec[uint8'sat], y : vec[uint8'unchecked], z : vec[int16], pos : int)
  x[pos] = pos*100
  y[pos] = pos*100
  z[pos] = pos*1000 - 2000
endfunction
x = vec[uint8](4)
y = vec[uint8](4)
z = vec[int16](4)
parallel_do(4, x, y, z, k)
assert(x[3] == 255 && x[2] == 200 && y[3] == 44 && z[0] == -2000 && z[3] == 1000, "in a kernel")
assert(d[0]/2 == 1073741823.5, "division of elements is a scalar")
assert(int(3.99) == 3 && int(-3.99) == -3 && float(3)/2 == 1.5, "conversions")
assert(type(d[0], "int") && type(1.5, "scalar") && type(d, "vec[int]"), "types")
h = vec[int8](2)
h[0] = -128
assert(h[0] == -128, "int8")
w = vec[uint32](1)
w[0] = 4294967295
assert(w[0] == 4294967295, "uint32")
print "ok"
