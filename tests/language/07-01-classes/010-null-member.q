% proves: 2.2.6 nothing is read through a null pointer
% expect: error nullptr
type link : mutable class
  value : scalar
  next : ^link
endtype
a = link(value:=1, next:=nullptr)
print a.next.value
