% proves: 4.5 overloads by type; the choice at run time where types are unknown
% expect: ok
function y = herm_transpose(x : cscalar)
    y = conj(x)
endfunction
function y = herm_transpose(x : scalar)
    y = x
endfunction
function y = herm_transpose(x : mat)
    y = transpose(x)
endfunction
function y = herm_transpose(x : cmat)
    y = conj(transpose(x))
endfunction
assert(herm_transpose(3.0) == 3)
assert(herm_transpose(3) == 3)
assert(imag(herm_transpose(1+2i)) == -2)
assert(herm_transpose([[1.0,2.0],[3.0,4.0]])[0,1] == 3)
z = complex([[1.0,2.0],[3.0,4.0]], [[1.0,2.0],[3.0,4.0]])
assert(imag(herm_transpose(z)[0,1]) == -3)
c = {3.0, 1+2i, eye(2), z}
r = 0
for i = 0..3
    v = herm_transpose(c[i])
    r += numel(v)
endfor
assert(r == 10)
print "ok"
