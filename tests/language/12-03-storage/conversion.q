% proves: 12.3.1 uint8 and its like of an array convert its elements; a box filter over the result
% expect: ok
import "inttypes.q"
im = zeros(6,40)
for m=0..5
    for n=0..39
        im[m,n] = mod(m*7+n*n,256)
    endfor
endfor
im8 = uint8(im)
assert(type(im8, "mat[uint8]") && im8[5,3] == 44 && sum(im8) == sum(im), "elements")
v = int16([1.9,-2.9])
assert(v[0] == 1 && v[1] == -2 && type(v, "vec[int16]"), "truncated")
assert(uint8(7.5) == 7, "a number")
n = 0
try
    w = uint8([1.0,300.0])
catch ex
    n = 1
endtry
assert(n == 1, "does not fit")
f = x -> uint8(x)
assert(sum(f([1.0,2.0])) == 3 && f(4) == 4, "open types")
K = 5
im_out = mat[uint8'sat](size(im8))
{!parallel for}
for m=0..size(im8,0)-1
    for n=0..size(im8,1)-1
        {!kernel_transform enable="simdprocessing"; target="cuda"; numel=4}
        r = 0
        for x=0..K-1
            r += im8[m,n+x]
        endfor
        im_out[m,n] = int(r/(2*K))
    endfor
endfor
for m=0..5
    for n=0..35
        assert(im_out[m,n] == int(sum(im[m,n..n+4])/10), "mean")
    endfor
endfor
print "ok"
