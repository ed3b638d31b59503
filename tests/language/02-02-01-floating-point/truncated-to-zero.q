% proves: what int() makes of -0.5 is the whole number 0, which has no sign: its root, sum and quotient are not -0
% expect: stdout
%> inf inf inf inf
%> inf inf inf inf
%> inf inf inf inf
function [] = show(x)
  print 1/x[0], " ", 1/x[1], " ", 1/x[398], " ", 1/x[399]
endfunction
function [] = __kernel__ k(b : vec, y : vec, pos : int)
  n = int(b[pos])
  y[pos] = n
endfunction
b = -0.5 * ones(400)
y = zeros(400)
parallel_do(400, b, y, k)
show(y)
y = int(min(max(b, -3e9), 3e9)) .^ 0.5
show(y)
for i=0..399
  y[i] = sqrt(int(min(b[i], 8)))
endfor
show(y)
