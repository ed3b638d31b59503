% proves: 2.2.6 members of unspecified type
% expect: ok
type pair : mutable class
  first : ??
  second
endtype
p = pair(first:=1, second:="two")
assert(p.first == 1 && p.second == "two")
p.first = [1,2,3]
p.second = {1, p.first}
assert(sum(p.first) == 6 && numel(p.second) == 2)
q = pair()
assert(q.first == null)
print "ok"
