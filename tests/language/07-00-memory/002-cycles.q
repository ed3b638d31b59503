% proves: LANGUAGE.md cycles of objects, cells and closures are freed
% expect: ok
type link : mutable class
  next : ^link
  data : vec
endtype
{!serial for}
for i = 1..30000
  a = link(next:=nullptr, data:=zeros(2000))
  a.next = link(next:=a, data:=zeros(10))
  c = cell(1)
  c[0] = {c, zeros(2000)}
  o = object()
  o.data = zeros(2000)
  o.f = () -> o.data
endfor
assert(numel(a.next.next.data) == 2000 && numel(c[0][0][0][1]) == 2000 && numel(o.f()) == 2000)
print "ok"
