% proves: 2.3 sums, largest and smallest of integers are exact to 2^63 in loops and expressions; complex numbers go into kernels and loops
% expect: stdout
%> 3655804981430341635
%> 8004000002001023993
%> 8999999999999998005
%> 49996
%> 200049995416530 2001000000
%> [ 1.736068+0i, 2.736068+2i, 3.736068+4i, 4.736068+6i]
%> [ 10+0i, 12+0i, 14+0i, 16+0i]
%> 150.5+149.5i
%> 1+1i 1+1i
%> 300.99999994039536+300i
%> 2+2i
%> 12500 -3 624955940
n = int(3)
m = int(0)
x = vec[int](100000)
for i = 0..99999
  x[i] = mod(i * 7919, 1000003) + 2000000000
endfor
for i = 0..99999
  n += x[i] * 100000000000
endfor
print n
for i = 0..99999
  m ^^= x[i] * 4000000001 + i
  n = max(n, 3)
endfor
print m
lo = int(9000000000000000001)
for i = 0..99999
  lo = min(lo, 9000000000000000003 - mod(i,1000)*2)
endfor
print lo
c = 0
for i = 0..99999
  c += x[i] > 2000500000
endfor
print c
print sum(x), " ", max(x)
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
f = zeros(100000)
for i = 0..99999
  f[i] = mod(i * 7919, 100003) / 8
endfor
q = int(0)
low = int(100000)
total = int(0)
for i = 0..99999
  q = max(q, int(f[i]))
  low = min(low, int(f[i]) - 3)
  total += int(f[i])
endfor
print q, " ", low, " ", total
