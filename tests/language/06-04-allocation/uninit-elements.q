% proves: 6.4 uninit[T] of all kinds of sizes and elements; its elements are set one by one; bools are false
% expect: ok
function y = counted[T](like : vec[T], n : int)
    y = uninit[T](n)
    for k = 0..n-1
        y[k] = k
    endfor
endfunction
assert(sum(counted(vec[uint8](1), 200)) == 19900 && type(counted(vec[int16](1), 3)) == "vec[int16](3)")
a = uninit[uint8](2, 3)
b = uninit[uint8]([2, 3, 4])
c = uninit[int8](size(b))
d = uninit[uint16](...[4, 5])
assert(type(a) == "mat[uint8]" && type(b) == "cube[uint8]" && type(c) == "cube[int8]" && type(d) == "mat[uint16]")
assert(all(size(a) == [2,3]) && all(size(b) == [2,3,4]) && all(size(c) == [2,3,4]) && all(size(d) == [4,5]))
a[:,:] = 255
assert(all(a == 255))
e = uninit[bool](1000)
assert(!any(e))
f = uninit[string](2)
g = uninit[cscalar](2, 2)
assert(numel(f) == 2 && iscomplex(g))
print "ok"
