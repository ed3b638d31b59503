% proves: 11.6 sums that nobody reads yet, before what a mask selects and before parts that are assigned together
% expect: ok
% what is summed up is changed behind the loop, where a mask selects it
function [y, s, t] = before_mask(x : vec, n : int, limit)
    y = copy(x)
    s = 0.0
    for i=0..n-1
        s += y[i]
    endfor
    t = 0.0
    for i=0..n-1
        t += 2*y[i]
    endfor
    y[y > limit] = -1
    s -= sum(y[y > 0])
endfunction

% the mask, and what it gets, need the sums
function [y, s] = by_sums(x : vec, n : int)
    y = copy(x)
    s = 0.0
    for i=0..n-1
        s += x[i] > 97 ? 1 : 0
    endfor
    t = 0.0
    for i=0..n-1
        t -= x[i]
    endfor
    y[y > 95 + s] = t
    y[y < 0] += s
    y[x == 50] *= s
endfunction

% so do parts that are assigned together; what is summed up behind them is what they have left
function [y, s, t] = around_parts(x : mat, n : int, h : int)
    y = zeros(2, h)
    s = 0.0
    for i=0..h-1
        s += x[0,i] + x[1,i]
    endfor
    u = 1.0
    for i=0..h-1
        u += y[1,i]
    endfor
    y[0,:] = x[0,:] + s
    y[1,:] = x[0,:] - s
    t = 0.0
    for i=0..h-1
        t += y[0,i] + y[1,i]
    endfor
    v = 2.0
    for i=0..h-1
        v -= y[0,i] + y[1,i]
    endfor
    y[0,:] = y[1,:] + u
    y[1,:] = x[1,:] + t
    s = t + v
endfunction

% a matrix that is made behind a sum of what the variable held before
function [y, s] = made_again(y : vec, x : vec, n : int, h : int)
    s = 0.0
    for i=0..n-1
        s += y[i]
    endfor
    t = 0.0
    for i=0..n-1
        t += y[i]
    endfor
    r = x[0..h-1]
    y = zeros(size(x))
    z = zeros(h)
    z[0..h-1] = r + 1
    y[0..h-1] = 2*r
    y[h..2*h-1] = z
    s += t
endfunction

% the loop has ended when a part behind it, or a mask of another size, is an error
function [y, s, line] = part_fails(x : vec, n : int, h : int, e : int, m)
    y = copy(x)
    s = 1.0
    line = 0
    try
        for i=0..n-1
            s += x[i]
        endfor
        t = 5.0
        for i=0..n-1
            t += x[i]
        endfor
        line = 1
        y[0..h-1] = x[0..h-1] + t
        y[h..2*h-1] = x[h+e..2*h-1+e] + t
        line = 2
        y[m > 50] = t
        line = 3
    catch ex
        s += 0.5
    endtry
endfunction

% the loop is an error: what stands behind it has not been
function [y, s, line] = loop_fails(x : vec'checked, z, n : int, m : int, h : int)
    y = copy(z)
    s = 1.0
    line = 0
    try
        for i=0..m-1
            s += x[i]
        endfor
        t = 5.0
        for i=0..n-1
            t += x[i]
        endfor
        y[y >= 0] = 7
        y[0..h-1] = z[0..h-1] + 1
        y[h..2*h-1] = z[0..h-1] + 2
        line = 1
    catch ex
        line = 2
    endtry
endfunction

n = 100000
h = 50000
x = zeros(n)
for i=0..99
    x[i*1000] = i
endfor
[y, s, t] = before_mask(x, n, 90)
assert(s == 4950 - 90*91/2 && t == 9900)
assert(sum(y) == 90*91/2 - 9 && y[91000] == -1 && y[90000] == 90)
[y, s] = by_sums(x, n)
assert(s == 2 && y[98000] == -4948 && y[97000] == 97 && y[50000] == 100 && y[49000] == 49)
[y, s, t] = around_parts(reshape(x, [2,h]), n, h)
assert(t == 2*49*50/2 && s == 2 && y[0,0] == -4949 && y[0,49000] == 49 - 4949)
assert(y[1,49000] == 99 + t && y[1,49999] == t)
[y, s] = made_again(ones(n), x, n, h)
assert(s == 2*n && y[49000] == 98 && y[99000] == 50 && y[99999] == 1)
for e=0..1
    [y, s, k] = part_fails(x, n, h, e, x)
    assert(s == (e == 0 ? 4951 : 4951.5) && k == (e == 0 ? 3 : 1) && y[0] == 4955)
    assert(y[99000] == (e == 0 ? 4955 : 99) && y[99999] == (e == 0 ? 4955 : 0))
endfor
[y, s, k] = part_fails(x, n, h, 0, ones(n+1))
assert(s == 4951.5 && k == 2 && y[99999] == 4955)
[y, s, k] = loop_fails(x, x, n, n + 1, h)
assert(k == 2 && sum(y) == 4950)
[y, s, k] = loop_fails(x, x, n, n, h)
assert(k == 1 && s == 4951 && y[0] == 1 && y[99999] == 2)
print "ok"
