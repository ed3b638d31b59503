% proves: 4.12 the variables of a macro do not meet those around its use
% expect: ok
%! 27: `h` is an integer here and becomes a scalar in line 28
macro [] = swap(a, b)
  tmp = a
  a = b
  b = tmp
endmacro
tmp = 1
other = 2
{!swap tmp, other}
assert(tmp == 2 && other == 1, "the macro has its own tmp")
macro [] = count_to(n, total)
  for i = 1..n
    total += i
  endfor
endmacro
i = 50
s = 0
{!count_to 4, s}
{!count_to 3, s}
assert(s == 16 && i == 50, "own loop variable")
macro [] = halve(x, y)
  x = x / 2
  y = x
endmacro
h = 0
{!halve 9, h}
assert(h == 4.5, "a value that is no variable gets one")
function y = f(k)
  y = 0
  {!count_to k, y}
endfunction
assert(f(10) == 55, "in a function")
macro [] = with_function(v)
  function y = inner(x)
    y = x + 1
  endfunction
  v = inner(v)
endmacro
function y = inner(x)
  y = 0
endfunction
q = 1
{!with_function q}
assert(q == 2 && inner(5) == 0, "own function")
print "ok"
