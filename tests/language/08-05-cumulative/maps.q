% proves: 8.5 cumulative maps in each direction and operator
% expect: ok
im = zeros(16,24)
for m=0..15
    for n=0..23
        im[m,n] = mod(m*3+n*5,11)
    endfor
endfor
ref = copy(im)
map = __device__ (x : scalar) -> x + 1
{!parallel for}
for m=0..15
    for n=0..23
        im[m,n] = im[m-1,n] + map(im[m,n])
    endfor
endfor
for n=0..23
    s = 0.0
    for m=0..15
        s += ref[m,n] + 1
        assert(im[m,n] == s, "sum down the columns")
    endfor
endfor
b = copy(ref)
{!parallel for}
for m=0..15
    for n=0..23
        b[m,n] = max(b[m,n-1], b[m,n])
    endfor
endfor
for m=0..15
    s = 0.0
    for n=0..23
        s = max(s, ref[m,n])
        assert(b[m,n] == s, "maximum along the rows")
    endfor
endfor
y = zeros(50)
for i=0..49
    y[i] = 0.9*y[i-1] + 1
endfor
assert(abs(y[49] - (1-0.9^50)/0.1) < 1e-3, "IIR")
c = ones(10)
{!parallel for}
for i=0..9
    c[i] = c[i-1] + c[i]
endfor
assert(c[9] == 10, "cumulative sum")
print "ok"
