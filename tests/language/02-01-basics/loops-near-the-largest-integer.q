% proves: 2.1 a loop up to the largest integer ends there, in kernels and compiled loops too
% expect: stdout
%> 76
%> [ 8, 8, 8, 8]
%> 32
%> 0
%> 0
%> 7
function n = count(a, x)
    n = 0
    {!serial for}
    for k=0..3
      for i = a..x
          n += 1
      endfor
      for i = -a-1..-1..-x-1
          n += 1
      endfor
      for i = a..3..x
          n += 1
      endfor
    endfor
endfunction
print count(9223372036854775800, 9223372036854775807)
function [] = __kernel__ f(y : vec, a : int, x : int, pos : int)
   n = 0
   for i=a..x
     n += 1
   endfor
   y[pos] = n
endfunction
y = zeros(4)
parallel_do(4, y, 9223372036854775800, 9223372036854775807, f)
print y
function n = countf(a, x)
    n = 0
    {!serial for}
    for k=0..3
      for i = a..x
          n += 1
      endfor
    endfor
endfunction
print countf(9223372036854775800, 9.3e18)
print countf(0, nan)
print countf(0, -inf)

% The outermost loop begins where doubles miss integers.
s = 0
for i = 9007199254740993..2..9007199254740999
    s += i - 9007199254740990
endfor
n = 0
for i = 9223372036854775800..9223372036854775806
    n += 1
endfor
assert(s == 24)
print n
