% proves: 6 functions without types are generic; a condition on all elements of a vector
% expect: ok
function [] = duplicate(x, y)
    assert(size(x) == size(y))
    parallel_do(size(y), __kernel__ (pos) -> y[pos] = x[pos])
endfunction
function y = diagonal[T](x : mat[T])
    N = size(x,0)
    y = vec[T](N)
    parallel_do(size(y), __kernel__ (pos) -> y[pos] = x[pos,pos])
endfunction
b = zeros(5)
duplicate(0..4, b)
assert(b == [0,1,2,3,4])
c = zeros(3,2)
duplicate([[1,2],[3,4],[5,6]], c)
assert(c[2,1] == 6)
d = diagonal([[1.0,2.0],[3.0,4.0]])
assert(d == [1,4] && type(d) == "vec(2)")
e = diagonal(complex([[1.0,2.0],[3.0,4.0]], [[0,1],[2,3]]))
assert(isreal(d) && iscomplex(e) && e[1] == 4+3i)
f = diagonal(mat[int](3,3))
assert(type(f) == "ivec(3)")
print "ok"
