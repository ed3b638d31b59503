% proves: in kernels of single precision whole numbers beside scalars, and in variables of scalars, are rounded, on each device
% expect: stdout
%> [ 0, -16777213][ 0, -16777213][ 0, -16777212][ 0, -16777216]
%> [ 11184812, 2.3333333][ 1, 2][ 0, 1]
%> 4.72236648e+21 343
function [] = __kernel__ variable(x : vec[uint32], y : vec, pos : int)
  s = 0.5
  s = x[pos]
  y[pos] = s - 16777216
endfunction
function [] = __kernel__ declared(x : vec[uint32], y : vec, pos : int)
  s : scalar = x[pos]
  y[pos] = s - 16777216
endfunction
function [] = __kernel__ beside(x : vec[uint32], y : vec, pos : int)
  y[pos] = (x[pos] + 0.5) - 16777216
endfunction
function [] = __kernel__ chosen(x : vec[uint32], y : vec, pos : int)
  s = x[pos] > 5 ? x[pos] : 0.5
  y[pos] = s - 16777216
endfunction
function [] = __kernel__ divided(x : vec[int], y : vec, z : vec, w : vec, pos : int)
  y[pos] = x[pos] / 3
  z[pos] = mod(x[pos], 2.5)
  w[pos] = x[pos] < 33554435.5 * 1.0
endfunction
x = uint32([16777217, 3])
a = zeros(2)
b = zeros(2)
c = zeros(2)
d = zeros(2)
parallel_do(2, x, a, variable)
parallel_do(2, x, b, declared)
parallel_do(2, x, c, beside)
parallel_do(2, x, d, chosen)
print a, b, c, d
parallel_do(2, int32([33554435, 7]), a, b, c, divided)
print a, b, c
function [] = __kernel__ cubed(x : vec[int], y : vec, pos : int)
  y[pos] = x[pos]^3 + 0.0
endfunction
parallel_do(2, int32([16777217, 7]), a, cubed)
print sprintf("%.9g %.9g", a[0], a[1])
