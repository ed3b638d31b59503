% proves: 3.11 classes are passed by value, pointers by reference
% expect: ok
type cell_of : mutable class
  n : int
endtype
function y = by_value(c : cell_of)
  c.n = 99
  y = c.n
endfunction
function y = by_pointer(c : ^cell_of)
  c.n = 99
  y = c.n
endfunction
function y = untyped(c)
  c.n += 1
  y = c.n
endfunction
a = cell_of(n:=1)
assert(by_value(a) == 99 && a.n == 1)
assert(by_pointer(a) == 99 && a.n == 99)
assert(untyped(a) == 100 && a.n == 100, "?? is a reference")
b : cell_of = a
b.n = 5
assert(a.n == 100)
c : ^cell_of = a
c.n = 6
assert(a.n == 6)
print "ok"
