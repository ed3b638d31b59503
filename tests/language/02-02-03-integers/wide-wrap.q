% proves: 2.2.3 'unchecked stores into 64-bit integers keep the low bits, infinities and NaN give 0, on the host and in kernels
% expect: ok
x = [1e30, -1e30, 1/0, -1/0, 0/0, 3e9, 1e19, -1.5]
function [] = __kernel__ store(a : vec[int64'unchecked], b : vec[int64'unchecked], c : vec[uint64'unchecked], x : vec, pos : int)
    a[pos] = x[pos]
    b[pos] += x[pos]
    c[mod(pos, 8)] += x[pos]
endfunction
a = vec[int64'unchecked](8)
b = vec[int64'unchecked](8)
c = vec[uint64'unchecked](8)
parallel_do(8, a, b, c, x, store)
h = vec[int64'unchecked](8)
k = 0
repeat
    h[k] = x[k]
    k += 1
until k == 8
for i = 0..7
    assert(a[i] == h[i] && b[i] == h[i], "signed")
endfor
assert(h[0] == 0 && h[2] == 0 && h[4] == 0 && h[5] == 3e9 && h[6] < -8e18 && h[7] == -1)
assert(c[6] > 9.9e18 && c[0] == 0 && c[3] == 0)
print "ok"
