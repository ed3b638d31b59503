% proves: 7 what contains itself is written once
% expect: stdout
%> tree(left:=tree(...), right:=tree(...), name:="a")
%> tree(left:=tree(left:=tree(...), right:=tree(left:=null, right:=null, name:="b"), name:="a"), right:=null, name:="c")
%> { { {...}, 1}, 1}
%> { { 2}, { 2}}
%> object(self:=object(...))
%> 1
type tree : mutable class
    left : ^tree
    right : ^tree
    name : string
endtype

a = tree(name:="a")
a.left = a
a.right = a
print a
a.right = tree(name:="b")
c = tree(a, nullptr, "c")
print c
outer = cell(2)
inner = cell(2)
outer[0] = inner
inner[0] = outer
outer[1] = 1
inner[1] = 1
print outer
twice = {2}
print {twice, twice}
o = object()
o.self = o
print o
d = {1, 2}
for i=0..60
    d = {d, d}
endfor
print strlen(sprintf("%s", d)) < 10000000
