% proves: 3.5 a cell matrix type with a type for each element
% expect: ok
type t : mat[{{vec, vec},{scalar, scalar}}]
function y = f(c : t)
    y = sum(c[0,0]) + sum(c[0,1]) + c[1,0] + c[1,1]
endfunction
assert(f({{[1.0,2.0],[3.0]},{4.0,5.0}}) == 15)
c = t(2,2)
assert(size(c,0) == 2 && size(c,1) == 2)
c[0,0] = [1.0]
c[1,1] = 2.0
assert(c[1,1] == 2)
print "ok"
