% proves: 14 min and max pass over NaN in arrays, in local vectors of kernels too
% expect: stdout
%> 1133NaN3NaN3
%> [ 1, 1, 3, 3, NaN, 3, NaN, 3, 1, 7, 5, 5, NaN]
%> 11
%> 11NaN0.5
%> 11NaN
%> 1
print min([nan,3,1]), min([3,nan,1]), max([nan,3,1]), max([3,1,nan]), min(nan,3), min(3,nan), max(nan,3), max(3,nan)
function [] = __kernel__ k(y : vec, x : vec, n : scalar, pos : int)
  y[0] = min([n,3,1])
  y[1] = min([3,n,1])
  y[2] = max([n,3,1])
  y[3] = max([3,1,n])
  y[4] = min(n,3)
  y[5] = min(3,n)
  y[6] = max(n,3)
  y[7] = max(3,n)
  y[8] = min(x)
  y[9] = max(x)
  s = 5.0
  s ^^= n
  y[10] = s
  s = 5.0
  s __= n
  y[11] = s
  s = n
  s __= 5
  y[12] = s
endfunction
y = zeros(13)
parallel_do(1,y,[nan,1,2,3,nan,7],nan,k)
print y
x = ones(100000)
x[0] = nan
print min(x), max(x)
x[0] = 1
x[500] = nan
print min(x), max(x), min(x,0.5)[500], max(0.5,x)[500]
m = 0.0
p = 1e9
q = nan
for i=0..99999
  m = max(m, x[i])
  p = min(x[i], p)
  q = max(q, x[i])
endfor
print m, p, q
m = 0.0
for i=0..999
  m ^^= x[i]
endfor
print m
