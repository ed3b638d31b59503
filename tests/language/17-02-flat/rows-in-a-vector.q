% proves: 17.2.4 subscripts of several positions keep their boundary mode, whatever strides and lengths a launch has
% expect: ok
function [] = __kernel__ safe(x : vec, y : mat, n : int, r : int, pos : ivec2)
    s = 0.0
    for k=-1..1
        for l=-r..r
            s += (3*k + l + 50) * x[(pos[0]+k)*n + pos[1] + l]
        endfor
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ mirror(x : vec'mirror, y : mat, n : int, r : int, pos : ivec2)
    s = 0.0
    for k=-1..1
        for l=-r..r
            s += (3*k + l + 50) * x[(pos[0]+k)*n + pos[1] + l]
        endfor
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ clamped(x : vec'clamped, y : mat, n : int, r : int, pos : ivec2)
    i = pos[0]*n - r
    y[pos] = x[i + pos[1]] + 2*x[i - 1]
endfunction
function [] = __kernel__ down(x : vec'circular, y : mat, n : int, r : int, pos : ivec2)
    y[pos] = x[pos[1]*n + pos[0] - r] - x[n*pos[1] - pos[0]]
endfunction
function [] = __kernel__ planes(x : vec, y : cube, h : int, n : int, pos : ivec3)
    y[pos] = x[(pos[0]*h + pos[1])*n + pos[2]] + x[pos[0]*h*n + pos[2]]
endfunction
function [] = __kernel__ literal(x : vec, y : mat, pos : ivec2)
    y[pos] = x[pos[0]*20 + pos[1] + 3] + x[pos[0] + pos[1]]
endfunction
function [] = __kernel__ store(x : mat, y : vec, n : int, r : int, pos : ivec2)
    y[pos[0]*n + pos[1] - r] = x[pos] + 1
endfunction
function [] = __kernel__ mixed(x : mat'mirror, z : mat, y : mat, n : int, pos : ivec2)
    y[pos] = x[pos[0]*n + pos[1], pos[1]-1] + z[pos[0]-1,pos[1]]
endfunction

function v = at(x : vec, i : int)
    v = i >= 0 && i < numel(x) ? x[i] : 0.0
endfunction
function i = within(mode : int, i : int, n : int)
    match mode with
    | 1 -> i = mirror_ext(i, n)
    | 2 -> i = clamp(i, n-1)
    | 3 -> i = periodize(i, n)
    endmatch
endfunction

function [] = windows(length : int, rows : int, columns : int, n : int, r : int)
    x = mod(0..length-1, 17) * 1.0
    a = zeros(rows,columns)
    b = zeros(rows,columns)
    parallel_do(size(a), x, a, n, r, safe)
    parallel_do(size(b), x, b, n, r, mirror)
    {!interpreted for}
    for i=0..rows-1
        {!interpreted for}
        for j=0..columns-1
            s = 0.0
            t = 0.0
            {!interpreted for}
            for k=-1..1
                {!interpreted for}
                for l=-r..r
                    s += (3*k + l + 50) * at(x, (i+k)*n + j + l)
                    t += (3*k + l + 50) * x[within(1, (i+k)*n + j + l, length)]
                endfor
            endfor
            assert(a[i,j] == s, "safe")
            assert(b[i,j] == t, "mirror")
        endfor
    endfor
endfunction
function [] = others(length : int, rows : int, columns : int, n : int, r : int)
    x = mod(0..length-1, 17) * 1.0
    a = zeros(rows,columns)
    b = zeros(rows,columns)
    c = zeros(2,rows,columns)
    d = zeros(length)
    e = zeros(rows,columns)
    parallel_do(size(a), x, a, n, r, clamped)
    parallel_do(size(a), x, b, n, r, down)
    parallel_do(size(c), x, c, rows, n, planes)
    parallel_do(size(a), a, d, n, r, store)
    parallel_do(size(a), x, e, literal)
    {!interpreted for}
    for i=0..rows-1
        {!interpreted for}
        for j=0..columns-1
            assert(a[i,j] == x[within(2, i*n - r + j, length)] + 2*x[within(2, i*n - r - 1, length)], "clamped")
            assert(b[i,j] == x[within(3, j*n + i - r, length)] - x[within(3, n*j - i, length)], "columns")
            assert(c[1,i,j] == at(x, (rows + i)*n + j) + at(x, rows*n + j), "planes")
            assert(c[0,i,j] == at(x, i*n + j) + at(x, j), "first plane")
            assert(e[i,j] == at(x, i*20 + j + 3) + at(x, i + j), "literal")
            if n >= columns && i*n + j - r >= 0 && i*n + j - r < length
                assert(d[i*n + j - r] == a[i,j] + 1, "store")
            endif
        endfor
    endfor
endfunction
windows(200, 10, 20, 20, 2)
windows(200, 10, 20, 0, 1)
windows(200, 10, 20, -20, 1)
windows(200, 9, 17, 21, 0)
windows(30, 9, 17, 21, 5)
windows(200, 9, 17, 1000000, 1)
windows(5000, 50, 100, 100, 3)
windows(200, 1, 1, 3, 1)
others(200, 10, 20, 20, 2)
others(200, 10, 20, 0, 2)
others(200, 10, 20, -20, 3)
others(100, 9, 17, 21, -4)
others(1000, 9, 17, 2000000000, 1)
others(7, 9, 17, 21, 100000)
% products that go beyond 64 bits are inside of nothing
x = ones(100)
y = zeros(10,10)
parallel_do(size(y), x, y, 2^40, 1, safe)
assert(y[0,5] == 50 + 51 + 49 && y[4,5] == 0, "long rows")
w = ones(10,12)
z = zeros(10,10)
parallel_do([10,10], w, y, z, 1, mixed)
assert(z[0,0] == 1 && z[1,0] == 1 + y[0,0], "mixed")
print "ok"
