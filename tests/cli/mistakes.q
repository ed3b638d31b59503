% A file with many mistakes. The line behind each line that begins with `%!` has exactly one message; no other line has any
% (check-mistakes.py).
%! an unknown name
a = undefined_one
%! a misspelt function
b = sqroot(4)
%! brackets that are not closed
c = [1, 2
%!
d = (3 + 4
%! a number of another language
g = 0x12
%!
h = 12z
%! `if` on one line
if a == 1; a = 2; endif
for i=0..3
  a = i
%! the wrong ending
endwhile
%! a parameter list that is not closed: nothing is said about its body
function y = f1(x
  y = x
endfunction
z0 = f1(1, 2, 3)
%!
function = f2(x)
  y = x
endfunction
%!
function y = f3(x, x)
  y = x
endfunction
function y = f4(x)
  y = x
endfunction
%! calls
j = f4(1, 2)
%!
k = f4()
%!
l = zeros()
%!
m = size()
%!
n = f4.foo.bar(
%! operators
o = a ? 1
%!
p = a = = 3
%!
q = [1, 2; 3, 4]
%!
r = x'
%!
s = 3 * * 4
%! jumps
break
%!
continue
%! types
t : nosuchtype = 4
%! headers
while
  a = 1
endwhile
repeat
  a = 1
%!
until
match a with
%!
  1 -> a = 2
| 2 -> a = 3
endmatch
%!
try
  a = 1
endtry
%! imports
import missing
%!
import "missing.q"
type color : enum
  Red
%!
  Red
endtype
%!
v = color.Blue
%!
w = )
%!
x = @3
{!parallel for}
for i=0..3
%!
  break
endfor
%!
return = 3
%!
function y = f5(a = 2*b, b = 1)
  y = a
endfunction
function [] = __kernel__ k1(x : vec, pos : int)
%! kernels
  print load("x")
endfunction
%!
parallel_do(3, k1)
%!
k1(3)
%! declarations
z1 : int = "text"
%!
endif
function [] = f6()
  q6 = 4
  function [] = f7()
%! closures
    q6 += 1
  endfunction
endfunction
%!
aa = eye(3)[0,0
%!
{1,2} = 4
%!
if
  a = 3
endif
%!
3 = a
%!
bb = f4(x := 2, y := 3)
function [] = __kernel__ k2(x : vec, pos : int)
%!
  y = f4(x[pos])
endfunction
macro [] = m1(x)
  x = 1
endmacro
type shy : mutable class
  n : int
endtype
function [] = grow(self : shy)
%! a store into a copy
  self.n += 1
endfunction
%! macros
{!m1 a, 3}
%!
cc = 4 5
%!
dd = [1, , 2]
%! a value that can't be read: its variable is known all the same
broken = {1, 2; 3, 4}
print size(broken)
%!
[left, right] = f(1,
print left, right
