% proves: 17.2 a window at computed rows is compiled for every boundary mode: its loops stay loops where straight code would be too long
% expect: ok
function [] = __kernel__ mirrored(x : mat'mirror, rows : mat, y : mat, pos : ivec2)
    s = 0.0
    k = int(rows[pos])
    for i=-4..4
        for j=-4..4
            s += (i + 2*j) * x[k+i, pos[1]+j]
        endfor
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ around(x : mat'circular, rows : mat, y : mat, pos : ivec2)
    s = 0.0
    k = int(rows[pos])
    for i=-4..4
        for j=-4..4
            s += (i + 2*j) * x[k+i, pos[1]+j]
        endfor
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ clamped(x : mat'clamped, rows : mat, y : mat, pos : ivec2)
    s = 0.0
    k = int(rows[pos])
    for i=-4..4
        for j=-4..4
            s += (i + 2*j) * x[k+i, pos[1]+j]
        endfor
    endfor
    y[pos] = s
endfunction
function k = mirror_index(k : int, n : int)
    k = mod(k, 2*n)
    if k >= n
        k = 2*n - 1 - k
    endif
endfunction
[m, n] = [13, 17]
x = zeros(m, n)
rows = zeros(m, n)
for i=0..m-1
    for j=0..n-1
        x[i,j] = mod(7*i + 5*j, 11)
        rows[i,j] = mod(3*i + j, 40) - 12
    endfor
endfor
expected = zeros(m, n, 3)
for i=0..m-1
    for j=0..n-1
        for a=-4..4
            for b=-4..4
                [k, l] = [int(rows[i,j]) + a, j + b]
                expected[i,j,0] += (a + 2*b) * x[mirror_index(k, m), mirror_index(l, n)]
                expected[i,j,1] += (a + 2*b) * x[mod(k, m), mod(l, n)]
                expected[i,j,2] += (a + 2*b) * x[min(max(k, 0), m-1), min(max(l, 0), n-1)]
            endfor
        endfor
    endfor
endfor
y = zeros(m, n)
parallel_do(size(y), x, rows, y, mirrored)
assert(sum(abs(y - expected[:,:,0])) == 0)
parallel_do(size(y), x, rows, y, around)
assert(sum(abs(y - expected[:,:,1])) == 0)
parallel_do(size(y), x, rows, y, clamped)
assert(sum(abs(y - expected[:,:,2])) == 0)
print "ok"
