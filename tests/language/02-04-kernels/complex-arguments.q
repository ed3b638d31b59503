% proves: 2.4 complex numbers are arguments of kernels, and variables of loops
% expect: stdout
%> [ 1.736068+0i, 2.736068+2i, 3.736068+4i, 4.736068+6i]
%> [ 10+0i, 12+0i, 14+0i, 16+0i]
%> 150.5+149.5i
%> 1+1i 1+1i
%> 300.99999994039536+300i
%> 2+2i
function [] = __kernel__ turn(y : cvec, x : vec, z : cscalar, w, pos : int)
  y[pos] = x[pos] * z + w * conj(z) + abs(z)
endfunction
y = cvec(4)
parallel_do(4, y, [1.0,2.0,3.0,4.0], 1+2i, 0.5-1i, turn)
print y
parallel_do(4, y, [1.0,2.0,3.0,4.0], 2, 3, turn)
print y
z = 1 + 0i
c2 = 0.5 + 0.5i
yy = cvec(300)
for i = 0..299
  yy[i] = c2 * i + z
endfor
print yy[299]
for i = 0..299
  z = z * c2 + 1
  yy[i] = z
endfor
print yy[299], " ", z
t = 0 + 0i
for i = 0..299
  t += yy[i]
endfor
print t
for i = 0..299
  last = yy[i] * 2
endfor
print last
