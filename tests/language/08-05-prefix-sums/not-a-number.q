% proves: 8.5 running minima and maxima treat NaN as the iterations in their order do
% expect: ok
function [s : vec, t : vec, u : vec, v : vec] = extremes(x : vec)
    [s, t, u, v] = [zeros(numel(x)), zeros(numel(x)), zeros(numel(x)), zeros(numel(x))]
    a = -1.0
    b = 1e9
    for i=0..numel(x)-1
        a = max(a, x[i])
        s[i] = a
    endfor
    for i=0..numel(x)-1
        b = min(x[i], b)
        t[i] = b
    endfor
    for i=1..numel(x)-1
        u[i] = max(u[i-1], x[i])
    endfor
    for i=1..numel(x)-1
        v[i] = min(x[i], v[i-1])
    endfor
endfunction

n = 50000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i, 100) + 1
endfor
x[1000] = 0.0/0.0
x[30000] = 1e30*1e30
[s, t, u, v] = extremes(x)
assert(s[999] == 100 && s[1000] == 100 && s[29999] == 100 && s[30000] > 1e38 && s[n-1] > 1e38)
assert(t[999] == 1 && isnan(t[1000]) && t[1001] == 2 && t[1100] == 1)
assert(u[999] == 100 && u[1000] == 100 && u[n-1] > 1e38)
assert(v[999] == 0 && isnan(v[1000]) && v[1001] == 2)
print("ok")
