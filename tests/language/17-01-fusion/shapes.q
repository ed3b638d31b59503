% proves: 17.1.6 matrices with as many elements and other lengths are not taken for each other
% expect: ok
function [y, w] = f(x : mat, z : mat)
    {!kernel_fusion strategy="smart"}
    a = x .* 2
    b = z .* 3
    y = zeros(size(x))
    w = zeros(size(z))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = a[m,n] - 1
        endfor
    endfor
    c = b + 1
    for m=0..size(z,0)-1
        for n=0..size(z,1)-1
            w[m,n] = c[m,n]
        endfor
    endfor
endfunction
x = reshape(0..2799, [40,70])
z = reshape(0..2799, [70,40])
[y, w] = f(x, z)
assert(sum(abs(y - (x.*2 - 1))) == 0 && sum(abs(w - (z.*3 + 1))) == 0)
print "ok"
