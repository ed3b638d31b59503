% proves: 7.5 a type that comes as an argument where an object is meant
% expect: error a type has no members, so there is no .n; \(\) behind its name makes an object
type stack[T] : mutable class
    n : int
    data : vec[T]
endtype
function y = count(list)
    y = list.n
endfunction
print count(stack[int])
