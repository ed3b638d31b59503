% proves: 8.2 what an iteration of a loop in order has for itself has the precision of arrays, what it carries is double
% expect: ok
function [best, least, total] = nearest(n : int, m : int, x : vec, p : vec)
    best = 0
    least = 1e6
    total = 0.0
    for i=0..n-m
        s = 0.0
        for k=0..m-1
            d = x[i+k] - p[k]
            s += d*d
        endfor
        if s < least
            least = s
            best = i
        endif
        total = total*0.5 + s
    endfor
endfunction

% an iteration may go on from what the one before has left
function total = kept(n : int, m : int, x : vec)
    s = 0.0
    t = 1.0
    total = 0.0
    for i=0..n-m
        for k=0..m-1
            d = x[i+k]*t
            s += d*0.5
            t = d > 3 ? 2.0 : 1.0
        endfor
        total = total*0.5 + s
    endfor
endfunction

% a sum that is read before it begins anew, and one that does so under a condition
function total = late(n : int, m : int, x : vec)
    s = 16777217.0
    u = 0.0
    total = 0.0
    for i=0..n-m
        total = total*0.5 + (s - 16777216.0) + u
        s = 16777217.0
        if mod(i, 3) == 0
            u = 0.0
        endif
        for k=0..m-1
            u += x[i+k]
        endfor
    endfor
endfunction

n = 400
m = 50
x = zeros(n)
p = zeros(m)
for i=0..n-1
    x[i] = mod(i*i + 3*i, 17)
endfor
for k=0..m-1
    p[k] = x[123 + k] + mod(k, 2)
endfor
[best, least, total] = nearest(n, m, x, p)
assert(best == 123 - 17*7 && least == 25, "the nearest place")
s = 0.0
sums = zeros(n)
for i=n-1..-1..0
    sums[i] = x[i] + (i < n-1 ? sums[min(i+1, n-1)] : 0)
endfor
expected = 0.0
u = 0.0
for i=0..n-m
    expected = expected*0.5 + 1 + u
    u = (mod(i, 3) == 0 ? 0 : u) + sums[i] - (i + m < n ? sums[min(i+m, n-1)] : 0)
endfor
assert(abs(late(n, m, x) - expected) < 1e-3*expected, "read before it begins anew")
assert(abs(kept(n, m, x) - 169322.39) < 1, "carried on")
print "ok"
