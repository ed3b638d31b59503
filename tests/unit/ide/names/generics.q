% Type parameters, generic classes and their methods.
type pair[T] : mutable class
    first : T
    second : T
endtype
function y = larger[T](a : T, b : T)
    y = a > b ? a : b
endfunction
function y : T = best[T](self : pair[T])
    y = larger(self.first, self.second)
endfunction
function [] = swap[T](self : ^pair[T])
    first = self.first
    self.first = self.second
    self.second = first
endfunction
p = pair[int](first:=3, second:=4)
p.swap()
print best(p), p.first, larger(1.5, 2.5)
