% proves: 7.5 a parametric class is named with its parameters
% expect: check-error `stack` has type parameters; name what they stand for in brackets
type stack[T] : mutable class
    tab : vec[T]
endtype
s = stack(tab := vec[int](3))
