% proves: 7.3.1, 7.5 a method that is called on an object is checked like the function that it is
% expect: check-error type mismatch: `T` is `int` in `self`, but `string` in `item`
type stack[T] : mutable class
    tab : vec[T]
    pointer : int
endtype
function [] = push[T](self : ^stack[T], item : T)
    self.tab[0] = item
endfunction
s = stack[int](tab := vec[int](3), pointer := 0)
s.push("text")
