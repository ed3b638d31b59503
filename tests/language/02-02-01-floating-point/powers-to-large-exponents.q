% proves: 2.2.1 a scalar to an odd integer that the precision does not hold has the sign of the scalar: in parallel
% loops, sums, loops in order, kernels, functions of the host and expressions of arrays
% expect: stdout
%> -1 1 -1
%> -1 1 -1
%> -1 -1
%> 1 -1 1
%> 1 -1 1
%> -0.5 -0.0625
%> -1 -1 -1 -1 -1 -1
%> -1 -1 -1 -1 -1 -1
%> -inf -inf -inf -inf -inf
%> -1 1 -1 -1
function y = of_numbers(x : vec)
  y = zeros(size(x))
  for i=0..numel(x)-1
    y[i] = (-1)^int(2^40 + i + 1)
  endfor
endfunction
function y = of_elements(x : vec, k : int)
  y = zeros(size(x))
  for i=0..numel(x)-1
    y[i] = x[i]^(k + i + 1)
  endfor
endfunction
function [y, z] = of_sums(x : vec, k : int)
  y = 0.0
  z = 0.0
  for i=0..numel(x)-1
    y += (-1)^int(2^40 + 1)
    z += x[i]^(k + 1)
  endfor
endfunction
function y = in_order(x : vec, k : int)
  y = zeros(size(x))
  y[0] = 1
  for i=1..numel(x)-1
    y[i] = x[i]^(k + i) + 0*y[i - 1]
  endfor
endfunction
function [] = __kernel__ set(y : vec, x : vec, k : int, pos : int)
  y[pos] = x[pos]^(k + pos)
endfunction
x = -ones(70000)
k = int(2^40)
y = of_numbers(x)
print y[0], " ", y[1], " ", y[2]
y = of_elements(x, k)
print y[0], " ", y[1], " ", y[2]
[s, t] = of_sums(x, k)
print s/70000, " ", t/70000
y = in_order(x, k)
print y[0], " ", y[1], " ", y[2]
parallel_do(70000, y, x, k, set)
print y[0], " ", y[1], " ", y[2]
function y = small(x : vec, k : int)
  y = zeros(size(x))
  for i=0..numel(x)-1
    y[i] = x[i]^(k + mod(i, 2)*3)
  endfor
endfunction
y = small(0.5*x, 1)
print y[0], " ", -y[1]
function y = of_scalars(x : scalar, k : int)
  y = x^k
endfunction
function [] = __kernel__ set_all(y : vec, x : vec, k : int, pos : int)
  y[pos] = x[pos]^k
endfunction
for k=[int(2^24) + 1, -int(2^53) - 1]
  parallel_do(70000, y, x, k, set_all)
  z = x[0..9].^k
  print y[7], " ", of_elements(x, k - 8)[7], " ", of_scalars(-1, k), " ", (x.^k)[7], " ", z[7], " ", pow(-1.0, k)
endfor
z = -zeros(70000)
k = -int(2^40) - 1
parallel_do(70000, y, z, k, set_all)
print y[7], " ", of_elements(z, k - 8)[7], " ", of_scalars(-0.0, k), " ", (z.^k)[7], " ", (z[0..9].^k)[7]
n = int64(int(2^53) + [1,2,3,5])
y = x[0..3].^n
print y[0], " ", y[1], " ", y[3], " ", of_scalars(-1, n[2])
