% proves: 6.1 a type parameter that is not used gives a warning
% expect: ok
%! 5: the type parameter `U` of `twice` is not used
%! 11: the type parameter `V` of `none` is not used
function y = twice[T,U](x : T)
  y = 2 * x
endfunction
function y = made[T](n : int)
  y = vec[T](n)
endfunction
function y = none[V](n : int)
  y = n
endfunction
assert(twice[int,int](4) == 8 && numel(made[int](3)) == 3 && none[int](3) == 3)
print "ok"
