% proves: 3.12 constants are read as usual
% expect: ok
function y = total(A : mat'const)
    y = 0.0
    for i = 0..size(A,0)-1
        for j = 0..size(A,1)-1
            y += A[i,j]
        endfor
    endfor
endfunction
assert(total(ones(3,3)) == 9)
pi2 : scalar'const = 2*3.5
assert(pi2 == 7)
v : vec'const = [1.0,2.0]
assert(v[1] == 2)
print "ok"
