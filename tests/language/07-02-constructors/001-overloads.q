% proves: 7.2 functions of the type's name are constructors, beside the one with named members
% expect: ok
type span : mutable class
  low : scalar
  high : scalar
endtype
function y = span(width : scalar)
  y = span(low:=0, high:=width)
endfunction
function y = span(low : scalar, high : scalar)
  y = span(low:=min(low,high), high:=max(low,high))
endfunction
function y = span(v : vec)
  y = span(v[0], v[numel(v)-1])
endfunction
a = span(4)
b = span(9, 2)
c = span([5, 6, 1])
d = span(high:=1)
e = span()
assert(a.low == 0 && a.high == 4)
assert(b.low == 2 && b.high == 9)
assert(c.low == 1 && c.high == 5)
assert(d.low == 0 && d.high == 1)
assert(e.low == 0 && e.high == 0)
f = span(width:=3)
assert(f.high == 3, "a named parameter")
print "ok"
