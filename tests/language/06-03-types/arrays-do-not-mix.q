% proves: LANGUAGE.md, type parameters: arrays of integers and of scalars do not mix for one T
% expect: check-error `T` is `int` in `a`, but `scalar` in `b`
function y = add[T](a : vec[T], b : vec[T])
  y = a + b
endfunction
print add([1,2], [0.5,1.5])
