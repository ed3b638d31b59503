% proves: 2.2.1 a negative number to an odd whole exponent that single precision does not hold is negative: in parallel
% loops, sums, loops in order and kernels
% expect: stdout
%> -1 1 -1
%> -1 1 -1
%> -1 -1
%> 1 -1 1
%> 1 -1 1
%> -0.5 -0.0625
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
