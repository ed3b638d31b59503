% proves: 9.3 scaling with 'hwtex_linear equals the explicit interpolation
% expect: ok
function [] = __kernel__ nonhw (y:mat, x:mat, scale:scalar, pos:ivec2)
    scaled_pos = scale * pos
    f = frac(scaled_pos)
    i = int(floor(scaled_pos))
    y[pos] = (1 - f[0]) * (1 - f[1]) * x[i[0], i[1]] +
              f[0] * (1 - f[1]) * x[i[0]+1, i[1]] +
              (1 - f[0]) * f[1] * x[i[0], i[1]+1] +
              f[0] * f[1] * x[i[0]+1, i[1]+1]
endfunction
function [] = __kernel__ hw (y:mat, x:mat'hwtex_linear, scale:scalar, pos:ivec2)
    y[pos] = x[scale * pos]
endfunction
x = zeros(6,8)
for i=0..5
    for j=0..7
        x[i,j] = mod(i*7 + j*j, 13)
    endfor
endfor
a = zeros(10,14)
b = zeros(10,14)
parallel_do(size(a), a, x, 0.5, nonhw)
parallel_do(size(b), b, x, 0.5, hw)
assert(sum(abs(a - b)) < 1e-2, "bilinear")
print "ok"
