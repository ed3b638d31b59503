% proves: 2.2, LANGUAGE.md: a type that nobody defines is any type, with a warning; so is a modifier nobody knows
% expect: ok
%! 6: unknown type `vector`
%! 10: unknown modifier `'mirrored`
%! 17: the type `pair` is defined twice
function y = twice(x : vector)
  y = 2 * x
endfunction
assert(twice(4) == 8)
function y = at(x : vec'mirrored, k)
  y = x[k]
endfunction
assert(at([1,2,3], 1) == 2)
type pair : class
  a : int
endtype
type pair : class
  a : int
  b : int
endtype
if pair(a:=1, b:=2).b == 2
  print "ok"
endif
