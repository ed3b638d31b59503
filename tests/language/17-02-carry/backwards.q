% proves: 17.2 serial loops that go backwards through memory give what they give interpreted, at the borders of arrays too
% expect: ok
function [] = chamfer(d : mat)
  for m=size(d,0)-1..-1..0
    for n=size(d,1)-1..-1..0
      v = min(d[m,n], d[m+1,n] + 3)
      v = min(v, d[m+1,n-1] + 4)
      v = min(v, d[m+1,n+1] + 4)
      v = min(v, d[m,n+1] + 3)
      d[m,n] = v
    endfor
  endfor
endfunction
function [] = chamfer_interpreted(d : mat)
  {!interpreted for}
  for m=size(d,0)-1..-1..0
    {!interpreted for}
    for n=size(d,1)-1..-1..0
      v = min(d[m,n], d[m+1,n] + 3)
      v = min(v, d[m+1,n-1] + 4)
      v = min(v, d[m+1,n+1] + 4)
      v = min(v, d[m,n+1] + 3)
      d[m,n] = v
    endfor
  endfor
endfunction

% Elements two columns apart, a row that is read only, updates, and a branch.
function [] = smear(x : mat, t : vec)
  for m=0..size(x,0)-1
    for n=size(x,1)..-1..-1
      if t[n] > 4
        x[m,n-2] += x[m,n] * 0.5
      else
        x[m,n] = x[m,n+1] - t[n+1]
      endif
    endfor
  endfor
endfunction
function [] = smear_interpreted(x : mat, t : vec)
  {!interpreted for}
  for m=0..size(x,0)-1
    {!interpreted for}
    for n=size(x,1)..-1..-1
      if t[n] > 4
        x[m,n-2] += x[m,n] * 0.5
      else
        x[m,n] = x[m,n+1] - t[n+1]
      endif
    endfor
  endfor
endfunction

% Against the direction of the loop: one subscript goes up, the other down.
function [] = fold(x : vec, y : vec)
  last = numel(x) - 1
  for n=1..numel(x)+3
    y[last-n] = y[last-n+1] + x[n] - x[n-1]
  endfor
endfunction
function [] = fold_interpreted(x : vec, y : vec)
  last = numel(x) - 1
  {!interpreted for}
  for n=1..numel(x)+3
    y[last-n] = y[last-n+1] + x[n] - x[n-1]
  endfor
endfunction

function x = pattern(rows, columns)
  x = zeros(rows, columns)
  for i=0..rows-1
    for j=0..columns-1
      x[i,j] = mod(7*i*i + 13*i*j + 5*j, 64)
    endfor
  endfor
endfunction

for columns = [1, 2, 3, 17, 70]
  a = pattern(23, columns)
  b = copy(a)
  chamfer(a)
  chamfer_interpreted(b)
  assert(max(abs(a - b)) == 0)
  t = zeros(columns)
  for j=0..columns-1
    t[j] = mod(5*j, 8)
  endfor
  a = pattern(23, columns)
  b = copy(a)
  smear(a, t)
  smear_interpreted(b, t)
  assert(max(abs(a - b)) == 0)
endfor
x = zeros(500)
for i=0..499
  x[i] = mod(37*i, 101)
endfor
y = zeros(500)
z = zeros(500)
fold(x, y)
fold_interpreted(x, z)
assert(max(abs(y - z)) == 0 && sum(abs(y)) > 0)
print "ok"
