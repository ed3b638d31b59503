% proves: 2.4.3, STDLIB 1.4: short vectors and complex numbers in kernels
% expect: ok
function [] = __kernel__ k(x : cube, y : mat, z : cvec, pos : ivec2)
  v = x[pos[0],pos[1],0..2]
  a = [0, 1, 2]
  b = [0.5, 1.5, 2.5]
  w = v*2 + b.*a - [1.0,1.0,1.0]
  w[1] += 10
  u = w
  u[0] = 100
  y[pos[0],0] = sum(w)
  y[pos[0],1] = dotprod(v, b)
  y[pos[0],2] = max(w)
  y[pos[0],3] = w[0]
  c = z[pos[0]]*(1+2i)
  z[pos[0]] = c + 1
  d = ones(3)
  e = zeros(2)
  e[pos[1]] = 5
  y[pos[0],4] = sum(d) + sum(e)
  f = (v > 1.5)
  y[pos[0],5] = sum(f)
  g = u[0..1]
  y[pos[0],6] = g[0] + g[1]
  y[pos[0],7] = real(c) + 100*imag(c) + abs(3+4i)
endfunction
x = zeros(2,1,3)
x[0,0,:] = [1,2,3]
x[1,0,:] = [4,5,6]
y = zeros(2,8)
z = [1+1i, 2+0i]
parallel_do([2,1], x, y, z, k)
for p=0..1
  v = [1,2,3] + 3*p
  w = v*2 + [0,1.5,5] - 1
  w[1] += 10
  assert(y[p,0] == sum(w) - w[0] + 100, "u = w shares: sum")
  assert(y[p,1] == sum(v.*[0.5,1.5,2.5]), "dotprod")
  assert(y[p,2] == 100, "max")
  assert(y[p,3] == 100, "aliasing stays as on the host")
  assert(y[p,4] == 8, "ones and zeros")
  assert(y[p,5] == sum(v > 1.5), "comparison")
  assert(y[p,6] == 100 + w[1], "slice of a vector")
endfor
assert(z[0] == (1+1i)*(1+2i) + 1 && z[1] == 2*(1+2i) + 1, "complex")
assert(y[0,7] == -1 + 300 + 5 && y[1,7] == 2 + 400 + 5, "real, imag, abs")
print "ok"
