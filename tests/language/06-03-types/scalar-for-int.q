% proves: LANGUAGE.md, type parameters: a scalar is refused where T is int
% expect: check-error `T` is `int` in `a`, but `scalar` in `b`
function y = element[T](a : vec[T], b : T)
  y = a[0] + b
endfunction
print element([1,2], 0.5)
