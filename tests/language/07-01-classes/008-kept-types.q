% proves: 7.1 members keep their types
% expect: ok
%! 33: the member `weight` is a `scalar`
type entry : mutable class
  count : int
  weight : scalar
  small : uint8
  flags : vec3
  data : mat
endtype
e = entry(count:=3, weight:=2, small:=200, flags:=[1,2,3], data:=zeros(2,2))
e.count += 1
e.count /= 2
assert(e.count == 2, "an integer stays one")
e.weight = 1
e.weight /= 2
assert(e.weight == 0.5)
e.data[1,1] = 5
e.data[0,0] += 2
assert(e.data[1,1] == 5 && e.data[0,0] == 2 && sum(e.flags) == 6)
failed = false
try
  e.small = 300
catch ex
  failed = true
endtry
assert(failed, "300 does not fit uint8")
function y = text_of(n)
  y = sprintf("%d", n)
endfunction
failed = false
try
  e.weight = text_of(1)
catch ex
  failed = true
endtry
assert(failed)
print "ok"
