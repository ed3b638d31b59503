% proves: 8.2 sums inside of serial loops, in any order: exact where the numbers are, and no iteration too many
% expect: ok
function l = cholesky(a : mat)
  n = size(a,0)
  l = zeros(n, n)
  for j=0..n-1
    s = a[j,j]
    for k=0..j-1
      s -= l[j,k]*l[j,k]
    endfor
    l[j,j] = sqrt(s)
    for i=j+1..n-1
      s = a[i,j]
      for k=0..j-1
        s -= l[i,k]*l[j,k]
      endfor
      l[i,j] = s/l[j,j]
    endfor
  endfor
endfunction

% Whole numbers: every order gives the same. The loop goes beyond the end of x.
function [y, k] = sums(x : vec, far)
  y = zeros(numel(x))
  for i=0..numel(x)-1
    s = 0.5
    for k=i..i+far
      s += x[k] - 2*y[k]
    endfor
    y[i] = s - 0.5
  endfor
endfunction
function [y, k] = sums_interpreted(x : vec, far)
  y = zeros(numel(x))
  {!interpreted for}
  for i=0..numel(x)-1
    s = 0.5
    {!interpreted for}
    for k=i..i+far
      s += x[k] - 2*y[k]
    endfor
    y[i] = s - 0.5
  endfor
endfunction

n = 37
b = zeros(n, n)
for i=0..n-1
  for j=0..i
    b[i,j] = 1 + mod(5*i + 3*j, 7)
  endfor
endfor
a = b * transpose(b)
assert(max(abs(cholesky(a) - b)) < 0.01)
x = zeros(400)
for i=0..399
  x[i] = mod(37*i, 41)
endfor
for far = [0, 1, 2, 7, 8, 9, 100]
  [y, k] = sums(x, far)
  [z, m] = sums_interpreted(x, far)
  assert(max(abs(y - z)) == 0 && k == m)
endfor
% Powers of two, of numbers of both signs.
u = zeros(200)
for i=0..199
  seed = i - 100
  for k=1..3
    seed = mod(5*seed + 3, 64) - 32
  endfor
  u[i] = mod(i - 100, 8) + 100*seed
endfor
{!interpreted for}
for i=0..199
  seed = i - 100
  {!interpreted for}
  for k=1..3
    seed = mod(5*seed + 3, 64) - 32
  endfor
  assert(u[i] == mod(i - 100, 8) + 100*seed)
endfor
print "ok"
