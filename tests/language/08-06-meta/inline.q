% proves: 8.6 $inline puts a function in the place of its call
% expect: ok
function [s, c] = __device__ pair(theta)
  [s, c] = [sin(theta), cos(theta)]
endfunction
function y = __device__ steps(a, b)
  t = a + b
  y = t * t
endfunction
function y = loops(n)
  y = 0
  for i = 1..n
    y += i
  endfor
endfunction
[u, v] = $inline(pair)(0.3)
assert(abs(u - sin(0.3)) < 1e-6 && abs(v - cos(0.3)) < 1e-6)
k = 4
assert($inline(steps)(k, 2) == 36)
assert($inline(x -> x + k)(3) == 7)
assert($inline(loops)(4) == 10)
function [] = __kernel__ f(y : vec, pos : int)
  y[pos] = $inline(steps)(pos, 1)
endfunction
y = zeros(4)
parallel_do(4, y, f)
assert(y[0] == 1 && y[3] == 16)
z = zeros(5)
for i = 0..4
  z[i] = $inline(steps)(i, i)
endfor
assert(z[4] == 64)
calls = [0]
function r = count()
  calls[0] += 1
  r = calls[0]
endfunction
assert($inline(steps)(count(), 0) == 1 && calls[0] == 1, "an argument is evaluated once")
print "ok"
