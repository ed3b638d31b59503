% proves: 3.11 a kernel gets a copy of an object, through a pointer the object
% expect: ok
type acc : mutable class
  total : scalar
endtype
function [] = __kernel__ a_copy(s : acc, y : vec, pos : int)
  s.total += pos
  y[pos] = s.total
endfunction
s = acc(total:=10)
y = zeros(4)
parallel_do(4, s, y, a_copy)
assert(s.total == 10 && y[3] == 13 && y[0] == 10)
print "ok"
