% proves: 8.2, LANGUAGE.md: {!parallel for} with a dependence warns and runs in parallel; reductions are none
% expect: check-warning
%! 9: the loop runs in parallel, although
n = 100
x = zeros(n)
y = ones(n)
k = int(7)
{!parallel for}
for i = 0..n-2
  x[i+1] = x[mod(i*k, n)] + y[i]
endfor
s = 0.0
{!parallel for}
for i = 0..n-1
  s += y[i]
endfor
{!parallel for}
for i = 0..n-1
  x[i] = 2 * y[i]
endfor
{!parallel for}
for i = 1..n-1
  x[i] = x[i-1] + y[i]
endfor
