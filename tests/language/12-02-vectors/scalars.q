% proves: 12.2 all floating point operations of vectors of 4
% expect: ok
function [] = __kernel__ k(x : mat, y : mat, r : mat, pos : int)
    a = x[pos,0..3]
    b = y[pos,0..3]
    r[pos,0..3] = a + b
    r[pos,4..7] = a - b
    r[pos,8..11] = a .* b
    r[pos,12..15] = a ./ b
    r[pos,16..19] = max(a,b) + 100*min(a,b)
    r[pos,20..23] = floor(a) + 10*ceil(a) + 100*round(a)
    r[pos,24..27] = sqrt(abs(a)) + frac(abs(b)) + sign(a)
    r[pos,28] = sum(a)
    r[pos,29] = prod(a)
    r[pos,30] = dotprod(a,b)
    r[pos,31] = sum(a == b) + 10*sum(a != b) + 100*sum(a < b) + 1000*sum(a >= b) + 10000*sum(a > b) + 100000*sum(a <= b)
endfunction
x = zeros(3,4)
y = zeros(3,4)
for i=0..2
    for j=0..3
        x[i,j] = i - 1.25*j + 0.25
        y[i,j] = mod(i*j,3) - 1.5 + i
    endfor
endfor
y[1,2] = x[1,2]
r = zeros(3,32)
parallel_do(3, x, y, r, k)
for i=0..2
    for j=0..3
        a = x[i,j]
        b = y[i,j]
        assert(abs(r[i,j]-(a+b)) < 1e-4 && abs(r[i,4+j]-(a-b)) < 1e-4 && abs(r[i,8+j]-a*b) < 1e-4 && abs(r[i,12+j]-a/b) < 1e-3*max(1,abs(a/b)), "arithmetic")
        assert(abs(r[i,16+j] - (max(a,b)+100*min(a,b))) < 1e-2 && abs(r[i,20+j] - (floor(a)+10*ceil(a)+100*round(a))) < 1e-2, "functions")
        assert(abs(r[i,24+j] - (sqrt(abs(a))+frac(abs(b))+sign(a))) < 1e-3, "more")
    endfor
    a = x[i,0..3]
    b = y[i,0..3]
    assert(abs(r[i,28]-sum(a)) < 1e-4 && abs(r[i,29]-prod(a)) < 1e-3 && abs(r[i,30]-sum(a.*b)) < 1e-3, "reductions")
    n = 0
    for j=0..3
        n += (a[j]==b[j]) + 10*(a[j]!=b[j]) + 100*(a[j]<b[j]) + 1000*(a[j]>=b[j]) + 10000*(a[j]>b[j]) + 100000*(a[j]<=b[j])
    endfor
    assert(r[i,31] == n, "comparisons")
endfor
print "ok"
