% proves: 8.5 loops whose sums depend on sums keep the order of their iterations
% expect: ok
function y : vec = limited(x : vec)
    s = 0.0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        if s < 4
            s += x[i]
        else
            s -= 4
        endif
        y[i] = s
    endfor
endfunction

function y : vec = weighted(x : vec)
    s = 0.0
    t = 0.0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        s += x[i]
        t += s
        y[i] = t
    endfor
endfunction

function [x : vec, y : vec] = of_what_was_stored(x : vec)
    s = 0.0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        x[i] = x[i] * 2
        s += x[i]
        y[i] = s
    endfor
endfunction

function y : vec = begun_again(x : vec)
    s = 0.0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        if mod(i, 100) == 0
            s = 0
        endif
        s += x[i]
        y[i] = s
    endfor
endfunction

function y : vec = inner(x : vec)
    s = 0.0
    y = zeros(numel(x))
    for i=0..numel(x)-1
        k = 0
        while y[i] < 2
            y[i] += 1 + x[i] * 0
            k += 1
        endwhile
        s += k
        y[i] = s
    endfor
endfunction

n = 20000
x = zeros(n)
{!interpreted for}
for i=0..n-1
    x[i] = mod(i*7919, 64) / 32
endfor
a = limited(x)
b = weighted(x/1024)
[x2, c] = of_what_was_stored(copy(x))
d = begun_again(x)
e = inner(x)
s = 0.0
t = 0.0
u = 0.0
w = 0.0
v = 0.0
{!interpreted for}
for i=0..n-1
    s = s < 4 ? s + x[i] : s - 4
    u += x[i]/1024
    t += u
    w += x[i] * 2
    v = mod(i,100) == 0 ? x[i] : v + x[i]
    assert(a[i] == s, "limited")
    assert(abs(b[i] - t) <= 1e-5 * t, "sums of sums")
    assert(x2[i] == 2*x[i] && c[i] == w, "of what was stored")
    assert(d[i] == v, "begun again")
    assert(e[i] == 2 * (i+1), "of loops over what was stored")
endfor
print("ok")
