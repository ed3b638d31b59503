% proves: 8.2 a loop of many small loops gives what it gives step by step, also when its rest is compiled as one piece
% expect: ok
function [] = lu(a : mat)
  n = size(a,0)
  for k=0..n-1
    for i=k+1..n-1
      a[i,k] /= a[k,k]
      for j=k+1..n-1
        a[i,j] -= a[i,k]*a[k,j]
      endfor
    endfor
  endfor
endfunction

function x = forward(l : mat, b : vec)
  x = zeros(size(l,0))
  for i=0..size(l,0)-1
    s = b[i]
    for j=0..i-1
      s -= l[i,j]*x[j]
    endfor
    x[i] = s/l[i,i]
  endfor
endfunction

% What the loop leaves in its variables, with a step and downwards.
function [last, total, swaps] = bubble(v : vec, step : int)
  total = 0
  swaps = 0
  last = -1
  for pass=100*step..-step..0
    last = pass
    for k=0..numel(v)-2
      if v[k] > v[k+1]
        t = v[k]
        v[k] = v[k+1]
        v[k+1] = t
        swaps += 1
      endif
    endfor
    total += pass
  endfor
  assert(pass == 0)
endfunction

% Several levels, and an inner loop that leaves early.
function y = first_larger(x : mat, limit)
  y = zeros(size(x,0), size(x,1))
  for i=1..size(x,0)-1
    for j=1..size(x,1)-1
      y[i,j] = max(y[i-1,j], y[i,j-1]) + 1
      for k=0..size(x,1)-1
        if x[i,k] > limit + j
          y[i,j] = k
          break
        endif
      endfor
    endfor
  endfor
endfunction

% The same place for small arrays, then for large ones, then for small ones again.
function y = diffuse(x : vec, steps)
  y = copy(x)
  for t=1..steps
    z = copy(y)
    for i=1..numel(y)-2
      y[i] = 0.5*z[i] + 0.25*(z[i-1] + z[i+1])
    endfor
  endfor
endfunction
function y = smooth(x : vec, steps)
  y = copy(x)
  z = zeros(numel(x))
  for t=1..steps
    for i=1..numel(y)-2
      z[i] = 0.5*y[i] + 0.25*(y[i-1] + y[i+1])
    endfor
    for i=1..numel(y)-2
      y[i] = z[i]
    endfor
  endfor
endfunction

n = 40
a = zeros(n, n)
for i=0..n-1
  for j=0..n-1
    a[i,j] = mod(7*i*j + 3*i + 5*j, 11)
  endfor
  a[i,i] = 100
endfor
f = copy(a)
lu(f)
l = eye(n)
u = zeros(n, n)
for i=0..n-1
  for j=0..n-1
    if j < i
      l[i,j] = f[i,j]
    else
      u[i,j] = f[i,j]
    endif
  endfor
endfor
assert(max(abs(l*u - a)) < 0.001)

b = zeros(n)
for i=0..n-1
  b[i] = i + 1
endfor
for repetition=1..3
  x = forward(a, b)
  for i=0..n-1
    s = 0.0
    for j=0..i
      s += a[i,j]*x[j]
    endfor
    assert(abs(s - b[i]) < 0.001)
  endfor
endfor

v = zeros(80)
for i=0..79
  v[i] = mod(37*i, 80)
endfor
[last, total, swaps] = bubble(v, 3)
assert(last == 0 && total == 3*5050)
inversions = 0
for i=0..79
  assert(v[i] == i)
  for j=i+1..79
    inversions += mod(37*i, 80) > mod(37*j, 80)
  endfor
endfor
assert(swaps == inversions)

x = zeros(30, 30)
for i=0..29
  for j=0..29
    x[i,j] = mod(i*j, 17)
  endfor
endfor
y = first_larger(x, 3)
for i=1..29
  for j=1..29
    expected = max(y[i-1,j], y[i,j-1]) + 1
    for k=29..-1..0
      if x[i,k] > 3 + j
        expected = k
      endif
    endfor
    assert(y[i,j] == expected)
  endfor
endfor

for size_ = [300, 20000, 400]
  p = zeros(size_)
  p[int(size_/2)] = 1
  d = diffuse(p, 40)
  e = smooth(p, 40)
  assert(abs(sum(e) - 1) < 0.0001 && max(abs(d - e)) < 0.000001)
endfor
print "ok"
