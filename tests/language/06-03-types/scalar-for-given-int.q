% proves: LANGUAGE.md, type parameters: a scalar is refused where the brackets say int
% expect: check-error `T` is `int` in `the brackets`, but `scalar` in `a`
function y = twice[T](a : T)
  y = a + a
endfunction
print twice[int](0.5)
