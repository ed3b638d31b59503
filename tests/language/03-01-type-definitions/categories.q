% proves: 3.1 aliases of types of every class
% expect: ok
type my_int : int
type my_mat : mat
type grid : cube[int]
type unary : [scalar -> scalar]
type any_unary : [?? -> ??]
type text : string
x : my_int = 3.7
assert(x == 3)
m : my_mat = zeros(2,2)
assert(type(m, "mat"))
g = grid(2,2,2)
g[0,0,0] = 2.9
assert(g[0,0,0] == 2)
f : unary = x -> x * 2
assert(f(4) == 8)
h : any_unary = x -> x + "!"
assert(h("a") == "a!")
t : text = "abc"
assert(t == "abc")
function y = apply(f : unary, x : my_int)
    y = f(x)
endfunction
assert(apply(f, 3) == 6)
type list : vec[unary]
l = list(2)
l[0] = f
l[1] = x -> x + 1
assert(l[1](2) == 3)
print "ok"
