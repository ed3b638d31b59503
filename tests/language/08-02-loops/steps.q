% proves: 8.2 a loop whose step is a variable writes each element once
% expect: ok
function y = sieve(n)
  is = ones(n+1)
  is[0..1] = 0
  for i=2..floor(sqrt(n))
    if is[i] == 1
      for j=i*i..i..n
        is[j] = 0
      endfor
    endif
  endfor
  y = is
endfunction
function [] = downwards(x, step)
  for j=numel(x)-1..step..0
    x[j] = x[j] + 1
  endfor
endfunction
function [] = overlapping(x, step)
  for j=0..step..numel(x)-2
    x[j+step] = x[j] + 1
  endfor
endfunction
y = sieve(5000)
assert(sum(y) == 669 && y[4999] == 1 && y[4998] == 0)
x = zeros(4000)
downwards(x, -3)
assert(sum(x) == 1334 && x[3999] == 1 && x[3998] == 0)
z = zeros(4000)
overlapping(z, 2)
assert(z[3998] == 1999)
print("ok")
