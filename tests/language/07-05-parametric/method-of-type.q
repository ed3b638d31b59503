% proves: 7.5 a method called on a type where an object is meant
% expect: check-error `list` is the type `stack\[int\]` and no object of it, so that it has no `.push`
type stack[T] : mutable class
    n : int
    data : vec[T]
endtype
function [] = push[T](self : ^stack[T], x : T)
    self.n += 1
endfunction
list = stack[int]
list.push(3)
