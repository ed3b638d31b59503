% proves: LANGUAGE.md, type parameters: numbers of both kinds make T scalar; arrays of integers and of scalars do not mix
% expect: ok
function y = add[T](a : T, b : T)
  y = a + b
endfunction
function y = element[T](a : vec[T], b : T)
  y = a[0] + b
endfunction
assert(add(1, 0.5) == 1.5 && add(0.5, 1) == 1.5 && add([1,2], [3,4])[0] == 4)
assert(element([1,2], 3) == 4 && element([1.0,2], 0.5) == 1.5 && element([1.0,2], 3) == 4)
print "ok"
