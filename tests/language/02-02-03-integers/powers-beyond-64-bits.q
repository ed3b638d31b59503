% proves: 2.2.3 a power of integers that 64 bits do not hold is a scalar, in kernels and compiled loops, too
% expect: stdout
%> [ 9.903520e+27, 5.152037e+10, -9.903520e+27]
%> [ 9.903520e+27, 5.152037e+10, -9.903520e+27]
%> [ 9.903520e+27, 5.152037e+10, -9.903520e+27]
%> 9.930210e+20 9.930210e+20 810000000000000000 1.84467e+19
p : vec[int] = zeros(300)
p[0] = 2147483647
p[1] = 3721
p[2] = -2147483647
function s = text(y : vec)
  s = sprintf("[ %.6e, %.6e, %.6e]", y[0], y[1], y[2])
endfunction
y = zeros(300)
for t=0..299
  q = p[t]
  y[t] = q^3 + 0.25
endfor
print text(y)
y = zeros(300)
{!serial for}
for t=0..299
  q = p[t]
  y[t] = q^3
endfor
print text(y)
function [] = __kernel__ cube(p : vec[int], y : vec, pos : int)
  y[pos] = p[pos]^3
endfunction
y = zeros(300)
parallel_do(300, p, y, cube)
print text(y)
function [] = __kernel__ whole(z : vec[int64], pos : int)
  z[pos] = (pos*1000)^4
endfunction
z = vec[int64](300)
parallel_do(300, z, whole)
w = zeros(1000)
u = zeros(1000)
for t=0..999
  w[t] = t^7
  u[t] = (t + 4294966368)^2
endfor
t = 999
print sprintf("%.6e %.6e ", w[999], t^7), z[30], sprintf(" %.5e", u[928])
