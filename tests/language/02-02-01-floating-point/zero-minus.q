% proves: 0.0 - x is 0, not -0, for a zero that comes from a whole number, a comparison or an absolute value
% expect: stdout
%> inf inf inf
%> [ inf, -1, inf]
%> inf -inf
function [] = __kernel__ differences(x : vec, n : ivec, y : vec, pos : int)
  y[0] = 1 / (0.0 - abs(x[pos]))
  y[1] = 1 / (0.0 - n[pos])
  y[2] = 1 / (0.0 - round(x[pos] > 0.25))
endfunction
x = [0.0]
y = zeros(3)
parallel_do(1, x, int([0]), y, differences)
print y[0], " ", y[1], " ", y[2]
a = [0.0, 1.0, -0.0]
print 1 ./ (0.0 - abs(a))
z = 0.0
print 1 / (0.0 - z), " ", 1 / -z
