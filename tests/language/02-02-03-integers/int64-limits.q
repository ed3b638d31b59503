% proves: 2.2.3 int64 is 64 bits wide for maxvalue, minvalue and cast, on the host, in loops and kernels, under another name too
% expect: stdout
%> 9223372036854775807 -9223372036854775808
%> 2147483647 -2147483648
%> [ 9223372036854775807, -9223372036854775808]
%> [ 9223372036854775806, -9223372036854775807]
%> [ 3000000000, 4]
%> 9223372036854775807
%> [ 255, -128, 2147483647, 65535]
%> 1
%> [ 9223372036854775807, 0]
%> 11 vec[scalar'double](2)
type large : int64

function [] = __kernel__ fill(y : vec[int64], pos : int)
  y[pos] = pos == 0 ? maxvalue(int64) : minvalue(int64)
endfunction
function [] = __kernel__ others(y : vec[int64], pos : int)
  y[0] = maxvalue(uint8)
  y[1] = minvalue(int8)
  y[2] = maxvalue(int)
  y[3] = maxvalue(uint16)
endfunction
function [] = __kernel__ compare(y : vec, pos : int)
  y[pos] = maxvalue(scalar) > 3e38 && minvalue(scalar) < -3e38 ? 1 : 0
endfunction
print maxvalue(int64), " ", minvalue(int64)
print maxvalue(int), " ", minvalue(int)
y = vec[int64](2)
parallel_do(2, y, fill)
print y
for i = 0..1
  y[i] = i == 0 ? maxvalue(int64) - 1 : minvalue(int64) + 1
endfor
print y
print cast([3e9, 4], int64)
print maxvalue(large)
z = vec[int64](4)
parallel_do(1, z, others)
print z
t = vec(1)
parallel_do(1, t, compare)
print t[0]
w = vec[large](2)
w[0] = maxvalue(large)
print w
print maxvalue(scalar'double) > 1e308, type(cast([1,2], scalar'double), vec'double), " ", type(cast([1,2], scalar'double))
