% proves: 7.5 instances of generic classes, constructors and methods with type parameters
% expect: ok
type stack[T] : mutable class
    tab : vec[T]
    pointer : int
endtype
function y = stack[T]()
    y = stack[T](tab := vec[T](100), pointer := 0)
endfunction
function y = stack[T](capacity : int)
    y = stack[T](tab := vec[T](capacity), pointer := 0)
endfunction
function y = stack[T](items : vec[T])
    y = stack[T](tab := copy(items), pointer := numel(items))
endfunction
function [] = __device__ push[T](self : ^stack[T], item : T)
    count = (self.pointer += 1)
    self.tab[count - 1] = item
endfunction
function y = top[T](self : stack[T])
    y = self.tab[self.pointer - 1]
endfunction
a = stack[int]()
assert(type(a) == "stack[int]" && numel(a.tab) == 100 && type(a.tab[0..1]) == "ivec(2)")
b = stack[scalar](5)
push(b, 1.5)
b.push(2)
assert(b.pointer == 2 && b.tab[1] == 2 && b.top() == 2 && top(b) == 2)
c = stack([1.5,2.5])
assert(type(c) == "stack[scalar]" && c.pointer == 2)
d = stack[cscalar]([1i,2])
assert(d.tab[0] == 1i)
e = stack[stack[cscalar]]()
assert(type(e) == "stack[stack[cscalar]]")
refused = ""
call = (f, x, y) -> f(x, y)
try
    call(push, stack[int](3), "text")
catch what
    refused = what
endtry
assert(refused != "")
print "ok"
