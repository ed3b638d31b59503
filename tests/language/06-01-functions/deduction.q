% proves: 6.1 type parameters are found from arguments, or named in brackets
% expect: ok
function grown = put[T](list : vec[T], at, item : T)
    if at >= numel(list)
        grown = vec[T](at + 1)
        grown[0..numel(list)-1] = list
    else
        grown = copy(list)
    endif
    grown[at] = item
endfunction
function list = make[T](n : int)
    list = vec[T](n)
endfunction
function [a, b] = two[A, B](x : A, y : vec[B], n : int = 2)
    a = vec[A](n)
    b = zeros[B](n, n)
endfunction

a = put(vec[int](2), 3, 5)
assert(type(a) == "ivec(4)" && a[3] == 5)
b = put([0.5, 1.5], 0, 2)
assert(type(b) == "vec(2)" && b[0] == 2)
c = put(vec[string](1), 1, "text")
assert(c[1] == "text" && numel(c) == 2)
d = put[uint8](vec[uint8](2), 1, 200)
assert(type(d) == "vec[uint8](2)" && d[1] == 200)
assert(type(make[cscalar](3)) == "cvec(3)")

% an instance is a value
g = make[int]
assert(type(g(2)) == "ivec(2)")
h = make
assert(type(h[scalar](2)) == "vec(2)")
maker = (f, n) -> f(n)
assert(numel(maker(make[scalar], 7)) == 7)

% several parameters, some of them in brackets, named and missing arguments
[p, q] = two(1, [0.5, 1.5])
assert(type(p) == "ivec(2)" && type(q) == "mat")
[p, q] = two(y := [1, 2], x := 1i, n := 3)
assert(type(p) == "cvec(3)" && type(q) == "imat")
[p, q] = two[scalar](1, [1, 2])
assert(type(p) == "vec(2)" && type(q) == "imat")
partly = two[scalar]
[p, q] = partly(3, [1i, 2])
assert(type(p) == "vec(2)" && type(q) == "cmat")
print "ok"
