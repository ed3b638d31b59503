% proves: 8.5 a loop that uses what a variable has been accumulated to gives the results of its iterations in their order
% expect: ok
function y : vec = sums(x : vec, start : scalar)
    s = start
    y = zeros(numel(x)+1)
    for i=0..numel(x)-1
        s += x[i]
        y[i] = s
    endfor
    y[numel(x)] = s
endfunction

function y : vec = before(x : vec)
    s = 0.0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        y[i] = s % without x[i]
        s -= x[i]
    endfor
endfunction

function [low : vec, high : vec] = extremes(x : vec)
    a = 1e30
    b = -1e30
    low = zeros(numel(x))
    high = zeros(numel(x))
    for i=0..numel(x)-1
        a = min(a, x[i])
        b = max(b, x[i] * 2)
        low[i] = a
        high[i] = b - a
    endfor
endfunction

function y : vec = products(x : vec)
    p = 1.0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        p *= x[i]
        y[i] = p
    endfor
endfunction

function [n : int, at : vec[int]] = counted(x : vec)
    n = 0
    at = int(zeros(numel(x)))
    for i=0..numel(x)-1
        if x[i] > 0
            n += 1
        endif
        at[i] = n
    endfor
endfunction

function y : mat = over_rows(x : mat)
    s = 0.0
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s += x[i,j]
            y[i,j] = s
        endfor
    endfor
endfunction

function x : vec = in_place(x : vec)
    s = 0.0
    for i=numel(x)-1..-1..0
        s += x[i]
        x[i] = s
    endfor
endfunction

n = 30000
x = zeros(n)
f = zeros(n)
{!interpreted for}
for i=0..n-1
    x[i] = (mod(i*7919, 64) - 30) / 32 % sums are exact
    f[i] = 1 + (mod(i, 2) == 0 ? 1/1024 : -1/1024)
endfor
y = sums(x, 0.5)
b = before(x)
[low, high] = extremes(x)
p = products(f)
[count, at] = counted(x)
r = over_rows(reshape(x, [120, 250]))
back = in_place(copy(x))

s = 0.5
a = 1e30
c = -1e30
q = 1.0
k = 0
{!interpreted for}
for i=0..n-1
    assert(b[i] == 0.5 - s, "what it was before")
    s += x[i]
    a = min(a, x[i])
    c = max(c, x[i]*2)
    q *= f[i]
    k += x[i] > 0
    assert(y[i] == s, "sums")
    assert(r[int(i/250), mod(i,250)] == s - 0.5, "sums over two levels")
    assert(low[i] == a && high[i] == c - a, "extremes")
    assert(abs(p[i] - q) <= 1e-5 * q, "products")
    assert(at[i] == k, "counts")
endfor
assert(y[n] == s, "the variable behind the loop")
assert(count == k, "the count behind the loop")
s = 0.0
{!interpreted for}
for i=n-1..-1..0
    s += x[i]
    assert(back[i] == s, "backward, in place")
endfor
print("ok")
