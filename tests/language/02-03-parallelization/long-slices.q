% proves: 2.4.1 loops of host code with slices of any length give the sequential result
% expect: stdout
%> 135.25 772830
%> 26.25 129580
%> 54725 365.5
%> 465 [ 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2]
%> 10365 [ 92, 94, 97, 95, 97, 100, 98, 100, 103, 100, 100, 101, 97, 97, 98, 94, 94, 95, 91, 91, 92]
%> 2865.5
%> 129580 1491.5
%> [ 14.25, 17.5, 20.75, 24] 129580
%> 138616.75
x = zeros(120,90)
for i=0..119
for j=0..89
 x[i,j] = mod(i*7+j*13, 97) / 4
endfor
endfor
y = copy(x)
for i=1..119
  y[i,:] = y[i-1,:] + 1
endfor
print y[119,5], " ", sum(y)
y = copy(x)
for i=0..119
  y[i,:] = x[119-i,:] .* 2 - x[i,:]
endfor
print y[119,5], " ", sum(y)
s = zeros(120)
for i=0..119
  s[i] = sum(x[i,0..mod(i,90)])
endfor
print sum(s), " ", s[117]
v = zeros(200)
v[0] = 1
for i=1..199
  v[i] = mod(sum(v[0..i-1]) + 1, 7)
endfor
print sum(v), " ", v[150..160]
for i=0..98
  v[i..i+99] = v[i..i+99] + 1
endfor
print sum(v), " ", v[90..110]
t = 0.0
for i=0..119
  t += max(x[i,:]) - min(x[i,10..79])
endfor
print t
w = zeros(90)
for i=0..119
  w[:] += x[i,:]
endfor
print sum(w), " ", w[3]
for i=0..89
  x[0..119,i] = x[119..-1..0,i]
endfor
print x[0,0..3], " ", sum(x)
z = copy(x)
for i = 0..99
  k = mod(i * 37, 120)
  z[k,:] = z[mod(k+1,120),:] + 1
endfor
print sum(z)
