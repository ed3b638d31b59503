% proves: 17.2 what serial loops compute in single precision is what rounding the result of double precision gives (where mathematics is to be exact)
% options: --set COMPILER_EXACT_MATH=true
% expect: ok
function [] = chains(x : vec, y : vec, z : vec)
  for i=1..numel(x)-1
    y[i] = y[i-1] * x[i]
    z[i] = max(z[i-1] / x[i], x[i] - 3)
    y[i] = min(y[i] + 0.25, 100)
    z[i] = abs(-sqrt(z[i])) + 0.5
  endfor
endfunction
function [] = chains_interpreted(x : vec, y : vec, z : vec)
  {!interpreted for}
  for i=1..numel(x)-1
    y[i] = y[i-1] * x[i]
    z[i] = max(z[i-1] / x[i], x[i] - 3)
    y[i] = min(y[i] + 0.25, 100)
    z[i] = abs(-sqrt(z[i])) + 0.5
  endfor
endfunction

% Variables that are more than single precision holds, where that is seen: in a comparison, in arithmetic, behind the loop.
function [count, last, rest] = wide(x : vec, y : vec)
  count = 0
  last = 0.0
  rest = 0.0
  for i=1..numel(x)-1
    v = x[i] + 1
    u = max(v, y[i-1])
    if v > x[i]
      count += 1
    endif
    w = x[i] + 0.5
    rest += w - x[i]
    last = u
    y[i] = u
  endfor
endfunction

% A variable that is only stored, after choices between rounded and exact values.
function [] = choices(x : vec, y : vec)
  for i=1..numel(x)-1
    v = x[i] > 2 ? x[i] * x[i-1] : y[i-1]
    if x[i] > 3
      v = min(v, x[i] / 3)
    endif
    y[i] = v
  endfor
endfunction
function [] = choices_interpreted(x : vec, y : vec)
  {!interpreted for}
  for i=1..numel(x)-1
    v = x[i] > 2 ? x[i] * x[i-1] : y[i-1]
    if x[i] > 3
      v = min(v, x[i] / 3)
    endif
    y[i] = v
  endfor
endfunction

n = 3000
x = zeros(n)
for i=0..n-1
  x[i] = 0.7 + 0.0137 * mod(41*i, 211)
endfor
y = zeros(n)
y[0] = 1.1
z = copy(y)
p = copy(y)
q = copy(y)
chains(x, y, z)
chains_interpreted(x, p, q)
assert(max(abs(y - p)) == 0 && max(abs(z - q)) == 0)
y = zeros(n)
p = zeros(n)
choices(x, y)
choices_interpreted(x, p)
assert(max(abs(y - p)) == 0 && max(y) > 1)

% 2^26 + 1 is no single-precision number; 2^26 + 8 i is one.
for i=0..n-1
  x[i] = 67108864 + 8*i
endfor
y = zeros(n)
[count, last, rest] = wide(x, y)
assert(count == n-1)
assert(rest == 0.5*(n-1))
assert(last == 67108864 + 8*(n-1) + 1)
print "ok"
