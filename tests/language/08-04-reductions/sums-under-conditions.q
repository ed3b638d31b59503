% proves: 8.4 sums under a condition, in vectors
% expect: ok
function [s, t, u, c] = compiled(x, y, n : int)
    s = 0.0
    t = 0.5
    u = 0.0
    c = 0
    for i=0..n-1
        if x[i] > 0
            s += x[i]
        endif
        if x[i] < y[i]
            t += x[i]*y[i]
        elseif y[i] > 2
            t -= y[i]
        endif
        if i > 0
            u += x[i-1]
        endif
        if x[i] > 0
            if y[i] > 0
                c += 1
            endif
        endif
    endfor
endfunction

function [s, t, u, c] = in_order(x, y, n : int)
    s = 0.0
    t = 0.5
    u = 0.0
    c = 0
    i = 0
    while i < n
        s = s + (x[i] > 0 ? x[i] : 0)
        t = x[i] < y[i] ? t + x[i]*y[i] : y[i] > 2 ? t - y[i] : t
        u = i > 0 ? u + x[i-1] : u
        c = x[i] > 0 && y[i] > 0 ? c + 1 : c
        i += 1
    endwhile
endfunction

for n=[0, 1, 2, 63, 64, 65, 513, 5000]
    x = zeros(n)
    y = zeros(n)
    for i=0..n-1
        x[i] = mod(i*7, 11) - 5
        y[i] = mod(i*5, 9) - 4
    endfor
    [s, t, u, c] = compiled(x, y, n)
    [s2, t2, u2, c2] = in_order(x, y, n)
    assert(s == s2 && t == t2 && u == u2 && c == c2, "sums")
endfor

function s = positive(x)
    s = 0.0
    for i=0..numel(x)-1
        if x[i] > 0
            s += x[i]
        endif
    endfor
endfunction

function s = others(x)
    s = 0.0
    for i=0..numel(x)-1
        if !(x[i] > 0)
            s -= x[i]
        endif
    endfor
endfunction

% what the condition leaves out is not added: NaN, infinities; what it takes in is
n = 3000
x = ones(n)
x[5] = 0/0
x[6] = -1/0
x[2990] = 0/0
assert(positive(x) == n - 3, "left out")
assert(isnan(others(x)), "not a number is taken")
x[5] = -1
x[2990] = -2
assert(others(x) == 1/0, "infinity is taken")
x[7] = 1/0
assert(positive(x) == 1/0, "infinity is taken")

% elements that only the condition says are there, whole numbers, elements at computed places
function s = guarded(x : vec'checked, k : vec[int], n : int)
    s = 0.0
    for i=0..n-1
        if i < numel(x)
            s += x[i]
        endif
        if k[i] >= 0
            s += x[k[i]]
        endif
    endfor
endfunction
k = int(zeros(50))
k[:] = -1
k[3] = 9
k[49] = 0
assert(guarded(1.0 .* (0..9), k, 50) == 45 + 9, "guarded")
m = 0
for i=0..n-1
    if x[i] == 1
        m += i
    else
        m -= 1
    endif
endfor
assert(m == sum(0..n-1) - 5 - 6 - 7 - 2990 - 4, "whole numbers")

% complex numbers and vectors
z = 0i
v = [0.0, 0.0]
for i=0..n-1
    if mod(i, 3) == 0
        z += i + 1i
        v += [1.0, i]
    endif
endfor
assert(real(z) == 3*999*1000/2 && imag(z) == 1000 && v[0] == 1000 && v[1] == real(z), "parts")
print "ok"
