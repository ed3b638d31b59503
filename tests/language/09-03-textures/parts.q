% proves: 9.3 interpolation between pixels, of bytes, at whole positions, in loops, and of parts of unknown length
% expect: ok
function [] = __kernel__ pixels(c : cube'hwtex_linear, y : cube, s : scalar, pos : ivec2)
    y[pos[0],pos[1],0..1] = c[s * pos[0], pos[1], 1..2]
endfunction
function [] = __kernel__ bytes(x : mat[uint8]'hwtex_linear'clamped, y : mat, pos : ivec2)
    y[pos] = x[0.25 * pos[0], 0.5 * pos[1]]
endfunction
function [] = __kernel__ along(x : vec'hwtex_linear'mirror, y : vec, n : int, pos : int)
    s = 0.0
    for i=0..n
        s += x[0.5 * pos + i] - (i > 1 ? x[pos - i] : 0)
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ whole(x : mat'hwtex_linear, y : mat, n : int, pos : int)
    y[pos,0] = sum(x[pos + 0.5,0..n-1])
endfunction
c = zeros(5,4,3)
b = mat[uint8](5,4)
for i=0..4
    for j=0..3
        c[i,j,0..2] = [100, i + 10*j, 7*i - j]
        b[i,j] = 20*i + 3*j
    endfor
endfor
y = zeros(8,4,2)
parallel_do([8,4], c, y, 0.5, pixels)
z = zeros(12,6)
parallel_do(size(z), b, z, bytes)
for i=0..7
    for j=0..3
        assert(abs(y[i,j,0] - (0.5*i + 10*j)) < 2e-2 && abs(y[i,j,1] - (3.5*i - j)) < 2e-2, "pixels")
    endfor
endfor
for i=0..11
    for j=0..5
        assert(abs(z[i,j] - (5*i + 1.5*j)) < 1e-1, "bytes")
    endfor
endfor
v = [4.0,8.0,16.0,2.0,6.0,1.0]
w = zeros(6)
parallel_do(6, v, w, 3, along)
for p=0..5
    s = 0.0
    for i=0..3
        k = int(floor(p/2)) + i
        low = v[k > 5 ? 11 - k : k]
        high = v[k + 1 > 5 ? 10 - k : k + 1]
        q = mod(p,2) == 0 ? low : (low + high) / 2
        s += q - (i > 1 ? v[p - i < 0 ? i - p - 1 : p - i] : 0)
    endfor
    assert(abs(w[p] - s) < 1e-2, "along")
endfor
m = reshape(0..11, [4,3])
t = zeros(4,1)
parallel_do(4, m, t, 3, whole)
for p=0..2
    assert(abs(t[p,0] - (9*p + 7.5)) < 1e-2, "parts of unknown length")
endfor
print "ok"
