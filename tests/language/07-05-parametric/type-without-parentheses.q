% proves: 7.5 a type used where an object is meant
% expect: check-error `list` is the type `stack\[int\]` and no object of it, so that it has no `.n`; `\(\)` makes an object: stack\[int\]\(\)
type stack[T] : mutable class
    n : int
    data : vec[T]
endtype
list = stack[int]
list.n = 3
