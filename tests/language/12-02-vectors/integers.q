% proves: 12.2 integer operations of vectors of 4
% expect: ok
function [] = __kernel__ k(x : mat[int], r : mat[int], pos : int)
    a = x[pos,0..3]
    b = x[pos,4..7]
    r[pos,0..3] = a + b
    r[pos,4..7] = a - b
    r[pos,8..11] = a .* b
    r[pos,12..15] = abs(a) + max(a,b) + min(a,b) + sign(a)
    r[pos,16..19] = and(a,b)
    r[pos,20..23] = or(a,b)
    r[pos,24..27] = xor(a,b)
    r[pos,28] = sum(a)
    r[pos,29] = prod(a)
    r[pos,30] = any(a > 5) ? 1 : 0
    r[pos,31] = sum(a <= b)
endfunction
x = mat[int](3,8)
for i=0..2
    for j=0..7
        x[i,j] = i*5 - j*3 + 4
    endfor
endfor
r = mat[int](3,32)
parallel_do(3, x, r, k)
for i=0..2
    n = 0
    p = 1
    any_ = 0
    for j=0..3
        a = x[i,j]
        b = x[i,4+j]
        assert(r[i,j] == a+b && r[i,4+j] == a-b && r[i,8+j] == a*b, "arithmetic")
        assert(r[i,12+j] == abs(a)+max(a,b)+min(a,b)+sign(a), "functions")
        assert(r[i,16+j] == and(a,b) && r[i,20+j] == or(a,b) && r[i,24+j] == xor(a,b), "bits")
        n += a <= b
        p *= a
        if a > 5
            any_ = 1
        endif
    endfor
    assert(r[i,28] == sum(x[i,0..3]) && r[i,29] == p && r[i,30] == any_ && r[i,31] == n, "reductions")
endfor
print "ok"
