% proves: 8.3.3 functions with dynamic memory in kernels
% expect: ok
function [] = __kernel__ k(x : mat, r : mat, n : int, pos : int)
    a = zeros(n,n)
    b = ones(n)
    e = eye(n)
    c = copy(x[0..n-1,0..n-1])
    d = reshape(c,[1,n*n])
    f = repmat(b,[2,1])
    g = shuffledims(c,[1,0])
    h = linspace(0.0,1.0,n)
    u = uninit(n)
    u[0] = 1
    z = complex(b, 2*b)
    w = czeros(n)
    s = seq(0,1,n-1)
    r[pos,0] = sum(a) + sum(b)
    r[pos,1] = sum(e)
    r[pos,2] = sum(c)
    r[pos,3] = sum(d) + numel(d)
    r[pos,4] = sum(f)
    r[pos,5] = g[0,1] - c[1,0]
    r[pos,6] = sum(h)
    r[pos,7] = sum(real(z)) + sum(imag(z)) + sum(abs(w))
    r[pos,8] = sum(s)
    p = c * c
    q = c * transpose(reshape(b,[1,n]))
    r[pos,9] = p[0,0]
    r[pos,10] = q[0,0]
    r[pos,11] = u[0]
endfunction
x = reshape(1..36,[6,6])
r = zeros(3,12)
parallel_do(3, x, r, 4, k)
for i=0..2
    assert(r[i,0] == 4 && r[i,1] == 4, "zeros ones eye")
    assert(r[i,2] == sum(x[0..3,0..3]) && r[i,3] == r[i,2] + 16, "copy reshape")
    assert(r[i,4] == 8 && r[i,5] == 0 && abs(r[i,6] - 2) < 1e-5, "repmat shuffledims linspace")
    assert(r[i,7] == 12, "complex")
    assert(r[i,8] == 6, "seq")
    c = x[0..3,0..3]
    assert(r[i,9] == (c*c)[0,0] && r[i,10] == sum(c[0,:]) && r[i,11] == 1, "products")
endfor
print "ok"
