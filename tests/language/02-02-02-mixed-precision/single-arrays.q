% proves: 2.2.2 with --double, expressions of 'single arrays have single precision, compiled or not
% expect: stdout
% options: --double
%> vec 1.5714285 14285.571
%> vec 0.15714286 1428.5571
%> vec[scalar'double] 3.1428571 28571.143
%> vec 2.6265304 2.0407898e+08
%> vec 0.099999987 -0.06812679
%> vec[scalar'double] 0.52380954 4761.8573
%> cvec 0.15714286 1428.5571
%> vec[cscalar'double] 3.1428571 28571.143
%> cvec 0 0
%> vec[scalar'double] 0.0011001587 10
%> vec[scalar'double] 1.5824301 14385.571
%> vec[scalar'double] 1.7285714 15714.129
%> vec[scalar'double] 0.7183674 20412041
%> vec 3.0955412 2.4391811e+10
%> vec 0.49047619 1428.8905
%> vec 0.49047619 1428.8905
%> 0.24
%> 0.48 0.22 0.30000001 0.030000001
n = 100000
a : vec'single = (0..n-1)/7
b = (0..n-1)/7
z : cvec'single = complex(a)*(1+1i/3)
h : vec'half = (0..n-1)/1000
function [] = show(x)
  print type(x), " ", sprintf("%.8g %.8g", real(x[11]), real(x[99999]))
endfunction
c : scalar'single = 1/3
show(a)
show(a*0.1)
show(a+b)
show(a.*a+0.1*a)
show(sin(a)*0.1)
show(b*c)
show(z*0.1)
show(z+b)
show(z*z[0])
show(h*0.1)
show(h+a)
show(a*0.1+b)
show((a*0.1+0.3).*b)
show(a.^2.5)
y = zeros(n)
for i=0..n-1
  y[i] = a[i]*0.1 + c
endfor
show(y)
y : vec'single = zeros(n)
for i=0..n-1
  y[i] = a[i]*0.1 + c
endfor
show(y)
m = mat'single(1000,3)
m[:,:] = 0.1
w = zeros(1000)
for i=0..999
  v = m[i,0..2]*0.3
  w[i] = v[1] + sum(m[i,:]*0.7)
endfor
print sprintf("%.8g", w[999])
for i=0..999
  v = m[i,0..2]*0.3
  u : vec3'single = [0.1,0.2,0.3]
  u[1] *= 1.1
  d : scalar'single = 0.1
  d += 0.1
  w[i] = v[1] + u[1] + d + (u*u[0])[2]
endfor
print sprintf("%.8g %.8g %.8g %.8g", w[999],u[1],u[2],v[2])
