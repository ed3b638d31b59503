% proves: 7.3.1 methods can be overloaded, by class and by arguments
% expect: ok
type cat : class
  name : string
endtype
type dog : class
  name : string
endtype
function y = speak(self : cat)
  y = 1
endfunction
function y = speak(self : dog)
  y = 2
endfunction
function y = speak(self : dog, times : int)
  y = 2 * times
endfunction
a = cat(name:="a")
b = dog(name:="b")
assert(a.speak() == 1 && b.speak() == 2 && b.speak(4) == 8)
pets = {a, b, b}
sum_of = 0
for i=0..2
  sum_of += pets[i].speak()
endfor
assert(sum_of == 5)
print "ok"
