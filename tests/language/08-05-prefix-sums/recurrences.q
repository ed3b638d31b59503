% proves: 8.5 elements that go on from the element before them give the results of the iterations in their order
% expect: ok
function y : vec = sums(x : vec)
    y = zeros(numel(x))
    y[0] = 3
    for i=1..numel(x)-1
        y[i] = y[i-1] + x[i]
    endfor
endfunction

function x : vec = in_place(x : vec)
    for i=numel(x)-2..-1..0
        x[i] = x[i+1] + x[i]
    endfor
endfunction

function y : vec = largest(x : vec)
    y = zeros(numel(x))
    for i=0..numel(x)-1
        y[i] = max(y[i-1], x[i])
    endfor
endfunction

function y : vec = differences(x : vec, step : int)
    y = zeros(numel(x))
    for i=step..step..numel(x)-1
        y[i] = (y[i-step] - x[i]) + 1
    endfor
endfunction

function y : vec = begins_outside(n : int)
    y = ones(n)
    for i=-7..n+9
        y[i] = y[i-1] + 1
    endfor
endfunction

function y : vec = only_some(x : vec)
    y = zeros(numel(x))
    for i=1..numel(x)-1
        if x[i] > 0
            y[i] = y[i-1] + x[i]
        endif
    endfor
endfunction

function [y : vec, z : vec] = used_twice(x : vec)
    y = zeros(numel(x))
    z = zeros(numel(x))
    for i=1..numel(x)-1
        y[i] = y[i-1] + x[i]
        z[i] = y[i-1] + y[i]
    endfor
endfunction

n = 20000
x = zeros(n)
{!interpreted for}
for i=0..n-1
    x[i] = (mod(i*7919, 64) - 31) / 32
endfor
a = sums(x)
b = in_place(copy(x))
c = largest(x)
d = differences(x, 3)
e = begins_outside(n)
f = only_some(x)
[g, h] = used_twice(x)
s = 3.0
m = 0.0
t = 0.0
u = 0.0
{!interpreted for}
for i=0..n-1
    v = u
    s += i > 0 ? x[i] : 0
    u += i > 0 ? x[i] : 0
    m = max(m, x[i])
    assert(a[i] == s, "sums")
    assert(c[i] == m, "maxima")
    assert(e[i] == i + 1, "from outside")
    assert(g[i] == u && (i == 0 || h[i] == u + v), "two uses")
    if mod(i,3) == 0
        t += i > 0 ? 1 - x[i] : 0
        assert(d[i] == t, "with a step")
    else
        assert(d[i] == 0, "between the steps")
    endif
    assert(f[i] == (i > 0 && x[i] > 0 ? f[i-1] + x[i] : 0), "under a condition")
endfor
s = 0.0
{!interpreted for}
for i=n-1..-1..0
    s += x[i]
    assert(b[i] == s, "backward, in place")
endfor
print("ok")
