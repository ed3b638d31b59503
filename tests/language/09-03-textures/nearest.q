% proves: 9.1, 9.3 'hwtex_nearest takes the nearest element, by position, by indices and of one channel
% expect: ok
function [] = __kernel__ near(x : mat'hwtex_nearest'clamped, y : mat, s : scalar, pos : ivec2)
    y[pos] = x[s * pos] + 100 * x[s * pos[0], s * pos[1] + 0.25]
endfunction
function [] = __kernel__ channel(x : cube'hwtex_nearest(4), y : mat, s : scalar, pos : ivec2)
    v = x[s * pos[0], s * pos[1], 0..2]
    y[pos] = v[0] + 10 * v[2]
endfunction
x = zeros(6,7)
c = zeros(6,7,3)
for i=0..5
    for j=0..6
        x[i,j] = 10*i + j
        c[i,j,0..2] = [i, 0, j]
    endfor
endfor
y = zeros(8,9)
parallel_do(size(y), x, y, 0.7, near)
z = zeros(8,9)
parallel_do(size(z), c, z, 0.7, channel)
for i=0..7
    for j=0..8
        a = min(int(round(0.7*i)),5)
        b = min(int(round(0.7*j)),6)
        d = min(int(floor(0.7*j + 0.75)),6)
        assert(y[i,j] == x[a,b] + 100 * x[a,d], "nearest")
        assert(z[i,j] == (int(round(0.7*j)) <= 6 && int(round(0.7*i)) <= 5 ? a + 10*b : 0), "channels")
    endfor
endfor
print "ok"
