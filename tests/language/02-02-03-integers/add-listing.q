% proves: 2.2.3 the function that adds two uint8 matrices and saturates
% expect: ok
import "inttypes.q"
function y : mat[uint8'sat] = add(a : mat[uint8], b : mat[uint8])
    y = mat[uint8'sat](size(a,0), size(a,1))
    for m=0..size(a,0)-1
        for n=0..size(a,1)-1
            y[m,n] = a[m,n] + b[m,n]
        endfor
    endfor
endfunction
a = mat[uint8](40,30)
b = mat[uint8](40,30)
for m=0..39
    for n=0..29
        a[m,n] = 5*m
        b[m,n] = 4*n
    endfor
endfor
c = add(a, b)
for m=0..39
    for n=0..29
        assert(c[m,n] == min(255, 5*m+4*n))
    endfor
endfor
print "ok"
