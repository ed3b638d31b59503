% proves: 6.4 zeros[T], uninit[T], mat[T] and cast with a type parameter
% expect: ok
function [a, b, c, d] = all_of[T](like : vec[T])
    a = zeros[T](3)
    b = uninit[T](2, 4)
    c = mat[T](2, 2)
    d = cast(0.0, T)
    c[0,0] = d
endfunction
[a, b, c, d] = all_of([1,2])
assert(type(a) == "ivec(3)" && type(b) == "imat" && type(c) == "imat" && type(d) == "int")
[a, b, c, d] = all_of(vec[uint8](2))
assert(type(a) == "vec[uint8](3)" && type(c) == "mat[uint8]")
[a, b, c, d] = all_of([1i])
assert(type(a) == "cvec(3)" && type(d) == "cscalar" && d == 0)
e = zeros[int8](2, 3, 4)
assert(type(e) == "cube[int8]")
print "ok"
