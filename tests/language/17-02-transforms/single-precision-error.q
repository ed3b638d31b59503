% proves: 17.2 serial loops over arrays of single precision compute in single precision between elements, sums in double
% expect: ok
function [] = recurrence(x : vec, y : vec)
  for i=2..numel(x)-1
    t = 0.1*x[i] + 0.3*x[i-1]*x[i-2]
    y[i] = 0.7*y[i-1] - 0.2*y[i-2] + t/3
  endfor
endfunction
function [] = recurrence_interpreted(x : vec, y : vec)
  {!interpreted for}
  for i=2..numel(x)-1
    t = 0.1*x[i] + 0.3*x[i-1]*x[i-2]
    y[i] = 0.7*y[i-1] - 0.2*y[i-2] + t/3
  endfor
endfunction

% from above and from the left, rows together
function [] = relaxed(x : mat)
  for m=1..size(x,0)-2
    for n=1..size(x,1)-2
      x[m,n] = 0.4*x[m,n] + 0.15*(x[m-1,n] + x[m+1,n] + x[m,n-1] + x[m,n+1])
    endfor
  endfor
endfunction
function [] = relaxed_interpreted(x : mat)
  {!interpreted for}
  for m=1..size(x,0)-2
    {!interpreted for}
    for n=1..size(x,1)-2
      x[m,n] = 0.4*x[m,n] + 0.15*(x[m-1,n] + x[m+1,n] + x[m,n-1] + x[m,n+1])
    endfor
  endfor
endfunction

% The sum needs more than 24 bits, although elements are computed on the way.
function s = total(x : vec, y : vec)
  s = 0.0
  for i=1..numel(x)-1
    y[i] = 0.5*y[i-1] + x[i]
    s += y[i] + 16777216
  endfor
endfunction

n = 3000
x = zeros(n)
for i=0..n-1
  x[i] = 0.7 + 0.0137 * mod(41*i, 211)
endfor
y = ones(n)
p = ones(n)
recurrence(x, y)
recurrence_interpreted(x, p)
assert(max(abs(y - p)) <= 2e-6 * max(abs(p)) && max(p) > 1)

a = zeros(40, 50)
for m=0..39
  for n=0..49
    a[m,n] = mod(7*m*n + 3*m, 31) / 10
  endfor
endfor
b = copy(a)
relaxed(a)
relaxed_interpreted(b)
assert(max(abs(a - b)) <= 2e-6 * max(abs(b)) && max(b) > 1)

v = 4*ones(1001)
w = zeros(1001)
assert(total(v, w) > 16777216*1000 + 7980 && total(v, w) < 16777216*1000 + 8020)
print "ok"
