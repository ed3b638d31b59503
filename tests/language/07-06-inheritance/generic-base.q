% proves: 7.6 generic methods of a generic base class are called on objects of derived classes
% expect: ok
type pair[T] : mutable class
    a : T
    b : T
endtype
type named[T] : pair[T]
    name : string
endtype
type fixed : pair[int]
    extra : scalar
endtype
function y = __device__ total[T](self : pair[T])
    y = self.a + self.b
endfunction
function [] = double[T](self : ^pair[T])
    self.a *= 2
endfunction
function y = which[T](self : pair[T])
    y = "pair"
endfunction
function y = which[T](self : named[T])
    y = "named"
endfunction
n = named[int](a:=1, b:=2, name:="n")
m = named[cscalar](a:=1i, b:=2, name:="m")
f = fixed(a:=4, b:=5, extra:=0.5)
assert(n.total() == 3 && m.total() == 2+1i && f.total() == 9)
f.double()
n.double()
assert(f.a == 8 && n.a == 2)
assert(n.which() == "named" && f.which() == "pair" && pair[int](a:=1,b:=1).which() == "pair")
c = {n, m, f}
s = ""
for i=0..2
    s = s + c[i].which() + " "
endfor
assert(s == "named named pair ")
function [] = __kernel__ k(p : ^fixed, y : vec, pos : int)
    y[pos] = p.total() + pos
endfunction
y = zeros(2)
parallel_do(2, f, y, k)
assert(y[1] == 14)
print "ok"
