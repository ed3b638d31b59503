% proves: LANGUAGE, Numbers: the integer quotient by zero is 0, as mod is, on the host, in loops and in kernels
% expect: ok
z = vec[int](2)
n = 5
n /= z[0]
assert(n == 0 && int(5/z[0]) == 0 && floor(5/z[0]) == 0 && ceil(5/z[0]) == 0 && mod(5,z[0]) == 0)
a = vec[uint8'sat](2)
a[0] = 7
a[0] /= z[0]
assert(a[0] == 0)
function [] = __kernel__ k(y : vec, a : vec[uint8'sat], z : vec[int], pos : int)
    n = int(5)
    n /= z[pos]
    y[pos] = n + int(5/z[pos]) + floor(-5/z[pos])
    a[pos] = 7
    a[pos] /= z[pos]
endfunction
y = ones(2)
parallel_do(2, y, a, z, k)
assert(y[0] == 0 && y[1] == 0 && a[1] == 0)
for i = 0..1
    y[i] = int(5/z[i]) + 1
endfor
assert(y[1] == 1)
assert(isinf(5/z[0]), "the quotient itself is IEEE")
print "ok"
