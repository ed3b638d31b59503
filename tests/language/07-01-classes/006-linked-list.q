% proves: 7.1 recursive types with pointers
% expect: ok
type link : mutable class
  value : scalar
  next : ^link
endtype
list : ^link = nullptr
for i = 1..100
  list = link(value:=i, next:=list)
endfor
total = 0.0
n = list
while n != nullptr
  total += n.value
  n = n.next
endwhile
assert(total == 5050)
list.next.next.value = -1
assert(list.next.next.value == -1)
list.next.next = list.next.next.next
assert(list.next.next.value == 97)
print "ok"
