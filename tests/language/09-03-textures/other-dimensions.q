% proves: 9.3 linear interpolation in one and three dimensions, with boundary modes
% expect: ok
function [] = __kernel__ k1(x : vec'hwtex_linear'clamped, y : vec, pos : int)
    y[pos] = x[pos * 0.25 - 1.0]
endfunction
function [] = __kernel__ k3(x : cube'hwtex_linear, y : cube, pos : ivec3)
    y[pos] = x[0.5 * pos]
endfunction
x = [1.0,3.0,7.0,4.0]
y = zeros(24)
parallel_do(24, x, y, k1)
for i=0..23
    p = min(max(i*0.25 - 1, 0), 3)
    q = floor(p)
    e = q >= 3 ? x[3] : x[q]*(1-(p-q)) + x[q+1]*(p-q)
    assert(abs(y[i] - e) < 1e-3, "1D clamped")
endfor
c = zeros(3,3,3)
for i=0..2
    for j=0..2
        for k=0..2
            c[i,j,k] = i + 10*j + 100*k
        endfor
    endfor
endfor
z = zeros(4,4,4)
parallel_do([4,4,4], c, z, k3)
for i=0..3
    for j=0..3
        for k=0..3
            assert(abs(z[i,j,k] - (0.5*i + 5*j + 50*k)) < 1e-2, "trilinear")
        endfor
    endfor
endfor
print "ok"
