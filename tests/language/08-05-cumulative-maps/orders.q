% proves: 8.5 recurrences along any dimension give the results of the iterations in their order, whichever loop is the outer one
% expect: ok
function [] = down_by_columns(x : mat, y : mat)
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            y[i,j] = y[i-1,j]*0.5 + x[i,j]
        endfor
    endfor
endfunction

function [] = down_by_rows(x : mat, y : mat)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            t = y[i-1,j]*0.5
            y[i,j] = t + x[i,j]
        endfor
    endfor
endfunction

function [] = along_by_columns(x : mat, y : mat)
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            y[i,j] = y[i,j-1]*0.5 + x[i,j]
        endfor
    endfor
endfunction

function [] = along_by_rows(x : mat, y : mat)
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = y[i,j-1]*0.5 + x[i,j]
        endfor
    endfor
endfunction

function last = upward(x : mat, y : mat)
    last = -1
    for i=size(x,0)-3..-2..0
        for j=0..size(x,1)-1
            y[i,j] = y[i+2,j]*0.25 - x[i,j]
            last = 100*i + j
        endfor
    endfor
endfunction

function total = both(x : mat, y : mat)
    total = 0.0
    for j=1..size(x,1)-1
        for i=1..size(x,0)-1
            y[i,j] = max(y[i-1,j-1], x[i,j])
            total += x[i,j]
        endfor
    endfor
endfunction

function [] = through_planes(x : cube, y : cube)
    for j=0..size(x,1)-1
        for k=0..size(x,2)-1
            for i=1..size(x,0)-1
                y[i,j,k] = y[i-1,j,k]*0.5 + x[i,j,k]
            endfor
        endfor
    endfor
endfunction

function [] = across_itself(y : mat)
    for i=1..size(y,0)-1
        for j=0..size(y,1)-1
            y[i,j] = y[i-1,j] + y[i,j] * (y[i-1,j] > 3 ? 0 : 1)
        endfor
    endfor
endfunction

function [] = shifted(x : mat, y : mat)
    for i=1..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = y[i-1,j+1]*0.5 + x[i,j]
        endfor
    endfor
endfunction

[m, n] = [67, 311]
x = zeros(m, n)
{!interpreted for}
for i=0..m-1
    for j=0..n-1
        x[i,j] = mod(i*31 + j*17, 13) - 5
    endfor
endfor
[a, b, c, d, e, f, g] = [zeros(m,n), zeros(m,n), zeros(m,n), zeros(m,n), ones(m,n), zeros(m,n), zeros(m,n)]
down_by_columns(x, a)
down_by_rows(x, b)
along_by_columns(x, c)
along_by_rows(x, d)
last = upward(x, e)
total = both(x, f)
shifted(x, g)
h = copy(x)
across_itself(h)
sum = 0.0
{!interpreted for}
for i=0..m-1
    for j=0..n-1
        assert(abs(a[i,j] - (a[i-1,j]*0.5 + x[i,j])) < 1e-5 && a[i,j] == b[i,j], "down")
        assert(abs(c[i,j] - (c[i,j-1]*0.5 + x[i,j])) < 1e-5 && c[i,j] == d[i,j], "along")
        assert(i == 0 || abs(g[i,j] - (g[i-1,j+1]*0.5 + x[i,j])) < 1e-5, "from above, to the right")
        assert(i == 0 || h[i,j] == h[i-1,j] + x[i,j] * (h[i-1,j] > 3 ? 0 : 1), "of itself")
        if i < m-2 && mod(i,2) == mod(m-3,2)
            assert(abs(e[i,j] - (e[i+2,j]*0.25 - x[i,j])) < 1e-5, "upward")
        else
            assert(e[i,j] == 1, "between")
        endif
        if i > 0 && j > 0
            assert(f[i,j] == max(f[i-1,j-1], x[i,j]), "diagonal")
            sum += x[i,j]
        endif
    endfor
endfor
assert(last == n - 1, "the last iteration")
assert(total == sum, "a sum beside it")
p = reshape(x[0..64,0..299], [65, 100, 3])
q = zeros(65, 100, 3)
through_planes(p, q)
{!interpreted for}
for i=1..64
    for j=0..99
        for k=0..2
            assert(abs(q[i,j,k] - (q[i-1,j,k]*0.5 + p[i,j,k])) < 1e-5, "planes")
        endfor
    endfor
endfor
print("ok")
