% proves: 2.4 reads at positions that are computed from scalars, near, at and far beyond the border, are those of the host
% expect: ok
function [] = __kernel__ rotate(x : mat'safe, y : mat'unchecked, z : mat'unchecked, c : scalar, s : scalar, pos : ivec2)
    m = c*pos[0] - s*pos[1] + 2.5
    n = s*pos[0] + c*pos[1] - 3.5
    i = int(floor(m))
    j = int(n)
    a = m - i
    y[pos] = (1-a)*x[i,j] + a*x[i+1,j-2]
    z[pos] = i + 1000*j
endfunction

function [] = __kernel__ nearest(x : mat'safe, y : mat'unchecked, c : scalar, s : scalar, pos : ivec2)
    y[pos] = x[int(floor(c*pos[0] - s*pos[1] + 3)) - 1, int(floor(s*pos[0] + c*pos[1] - 3.5))]
endfunction

function [] = __kernel__ far(x : vec'safe, p : vec'unchecked, y : vec'unchecked, w : vec'unchecked, pos : int)
    k = int(p[pos])
    y[pos] = x[k] + x[k-1]
    w[pos] = k
endfunction

function [] = __kernel__ inside(x : cube'safe, y : mat'unchecked, c : scalar, s : scalar, pos : ivec2)
    i = int(floor(c*pos[0]))
    y[pos] = x[i-1, int(s*pos[1]) + 1, int(floor(c*pos[1])) - 2] - x[i, int(s*pos[1]), int(floor(c*pos[1])) + 1]
endfunction

function v = at(x, i, j)
    v = 0.0
    if i >= 0 && i < size(x,0) && j >= 0 && j < size(x,1)
        v = x[i,j]
    endif
endfunction

x = zeros(40, 90)
for i=0..39
    for j=0..89
        x[i,j] = mod(i*i + 3*j, 64)
    endfor
endfor
y = zeros(60, 100)
z = zeros(60, 100)
parallel_do(size(y), x, y, z, 0.75, 0.5, rotate)
{!interpreted for}
for i=0..59
    for j=0..99
        m = 0.75*i - 0.5*j + 2.5
        n = 0.5*i + 0.75*j - 3.5
        k = floor(m)
        l = int(n)
        a = m - k
        assert(y[i,j] == (1-a)*at(x, k, l) + a*at(x, k+1, l-2), "value")
        assert(z[i,j] == k + 1000*l, "position")
    endfor
endfor

parallel_do(size(y), x, y, 0.75, 0.5, nearest)
{!interpreted for}
for i=0..59
    for j=0..99
        assert(y[i,j] == at(x, floor(0.75*i - 0.5*j + 3) - 1, floor(0.5*i + 0.75*j - 3.5)), "nearest")
    endfor
endfor

t = 1..100
p = zeros(200)
p[0..9] = [0, 1, 99, 100, 101, -1, -2, 1e9, -1e9, 2147483648]
p[10..17] = [4294967296, -4294967296, 4294967297, 8589934592, 1e12, -1e12, 1e18, -1e18]
for i=18..199
    p[i] = i - 20.5
endfor
q = zeros(200)
w = zeros(200)
parallel_do(200, t, p, q, w, far)
{!interpreted for}
for i=0..199
    k = p[i] < 0 ? ceil(p[i]) : floor(p[i])
    e = 0.0
    if k >= 0 && k < 100
        e += t[k]
    endif
    if k >= 1 && k < 101
        e += t[k-1]
    endif
    assert(q[i] == e, "far")
    assert(w[i] == k, "number")
endfor

p = zeros(3)
p[0..1] = [1/0, -1/0]
p[2] = p[0] + p[1]
q = zeros(3)
w = zeros(3)
parallel_do(3, t, p, q, w, far)
assert(q[0] == 0 && q[1] == 0 && q[2] == 1 && w[2] == 0, "no numbers")

x = reshape(0..839, [10,12,7])
y = zeros(25, 33)
parallel_do(size(y), x, y, 0.5, 0.25, inside)
z = zeros(16, 16, 16)
z[3..12,3..14,3..9] = x
{!interpreted for}
for i=0..24
    for j=0..32
        k = floor(i/2)
        l = floor(j/4)
        m = floor(j/2)
        e = z[min(k+2,15),l+4,min(m+1,15)] - z[min(k+3,15),l+3,min(m+4,15)]
        assert(y[i,j] == e, "cube")
    endfor
endfor

none = zeros(0)
parallel_do(3, none, p, q, w, far)
assert(sum(abs(q)) == 0, "an array without elements")
print "ok"
