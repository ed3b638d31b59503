% proves: 17.1.6 a kernel that reads neighbours of what is computed just before it is fused, with the values that its boundary mode makes
% expect: ok
function [] = __kernel__ blur(t : mat, y : mat, pos : ivec2)
    s = 0.0
    for i=-1..1
        for j=-1..1
            s += t[pos + [i,j]]
        endfor
    endfor
    y[pos] = s / 8
endfunction
function [] = __kernel__ cross_mirror(t : mat'mirror, y : mat, pos : ivec2)
    y[pos] = t[pos[0]-2,pos[1]] - t[pos[0]+1,pos[1]] + t[pos[0],pos[1]-1] * t[pos]
endfunction
function [] = __kernel__ cross_circular(t : mat'circular, y : mat, pos : ivec2)
    y[pos] = t[pos[0]-2,pos[1]] - t[pos[0]+1,pos[1]] + t[pos[0],pos[1]-1] * t[pos]
endfunction
function [] = __kernel__ cross_clamped(t : mat'clamped, y : mat, pos : ivec2)
    y[pos] = t[pos[0]-2,pos[1]] - t[pos[0]+1,pos[1]] + t[pos[0],pos[1]-1] * t[pos]
endfunction
function [] = __kernel__ guarded(t : mat'unchecked, y : mat, pos : ivec2)
    y[pos] = pos[1] + 1 < size(t,1) ? t[pos[0],pos[1]+1] : 7
endfunction
function [] = __kernel__ warped(t : mat, d : mat, y : mat, pos : ivec2)
    y[pos] = t[pos[0]+int(d[pos]),pos[1]-int(d[pos])]
endfunction
function [] = __kernel__ steps(x : mat, t : mat, pos : ivec2)
    v = x[pos]
    if v > 3
        v = 3
    else
        v -= 1
    endif
    for k=1..3
        v += k * 0.5
    endfor
    t[pos] = v
endfunction
% the array that it reads is written by it as well: they stay apart
function [] = __kernel__ back(t : mat, x : mat, pos : ivec2)
    x[pos] = t[pos[0],pos[1]+1]
endfunction
function [a, b, c, d, e, g, h, t] = all(x : mat, k : mat)
    {!kernel_fusion strategy="smart"}
    t = x .* 2 + 1
    a = zeros(size(x))
    b = zeros(size(x))
    c = zeros(size(x))
    d = zeros(size(x))
    e = zeros(size(x))
    g = zeros(size(x))
    u = zeros(size(x))
    h = zeros(size(x))
    parallel_do(size(x), t, a, blur)
    parallel_do(size(x), t, b, cross_mirror)
    parallel_do(size(x), t, c, cross_circular)
    parallel_do(size(x), t, d, cross_clamped)
    parallel_do(size(x), t, e, guarded)
    parallel_do(size(x), t, k, g, warped)
    parallel_do(size(x), x, u, steps)
    parallel_do(size(x), u, h, blur)
    a = a > 10
endfunction
function y = blurred(x : mat)
    {!kernel_fusion strategy="smart"}
    t = x .* 2 + 1
    y = zeros(size(x))
    parallel_do(size(x), t, y, blur)
    y = y > 10
endfunction
function [] = in_place(x : mat)
    {!kernel_fusion strategy="smart"}
    t = x + 1
    parallel_do(size(x), t, x, back)
endfunction
function v = get(t, m, n)
    v = m >= 0 && n >= 0 && m < size(t,0) && n < size(t,1) ? t[m,n] : 0
endfunction
function v = at(t, mode, m, n)
    M = size(t,0)
    N = size(t,1)
    if mode == 0
        m = m < 0 ? -1-m : m >= M ? 2*M-1-m : m
        n = n < 0 ? -1-n : n
    elseif mode == 1
        m = mod(m+M, M)
        n = mod(n+N, N)
    else
        m = min(max(m,0),M-1)
        n = max(n,0)
    endif
    v = t[m,n]
endfunction
function v = cross_at(t, mode, m, n)
    v = at(t,mode,m-2,n) - at(t,mode,m+1,n) + at(t,mode,m,n-1) * t[m,n]
endfunction
function y = box(t)
    y = zeros(size(t))
    for m=0..size(t,0)-1
        for n=0..size(t,1)-1
            s = 0.0
            for i=-1..1
                for j=-1..1
                    s += get(t, m+i, n+j)
                endfor
            endfor
            y[m,n] = s / 8
        endfor
    endfor
endfunction

x = mod(reshape(0..599,[20,30]), 11) .* 0.5
k = mod(reshape(0..599,[20,30]), 37) - 18
[a, b, c, d, e, g, h, t] = all(x, k)
expected = 2*x + 1
assert(sum(abs(t - expected)) == 0)
assert(sum(abs(a - (box(expected) > 10))) == 0)
assert(sum(abs(blurred(x) - (box(expected) > 10))) == 0)
u = min(x - 1, 3)
for m=0..19
    for n=0..29
        u[m,n] = (x[m,n] > 3 ? 3 : x[m,n] - 1) + 3
        assert(b[m,n] == cross_at(expected, 0, m, n))
        assert(c[m,n] == cross_at(expected, 1, m, n))
        assert(d[m,n] == cross_at(expected, 2, m, n))
        assert(e[m,n] == (n < 29 ? expected[m,n+1] : 7))
        assert(g[m,n] == get(expected, m + k[m,n], n - k[m,n]))
    endfor
endfor
assert(sum(abs(h - box(u))) == 0)
y = x .* 1.0
in_place(y)
for m=0..19
    for n=0..29
        assert(y[m,n] == (n < 29 ? x[m,n+1] + 1 : 0))
    endfor
endfor
print "ok"
