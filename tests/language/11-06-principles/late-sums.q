% proves: 11.6 sums that nobody reads yet: what is read is there, on each way through the program
% expect: ok
function [a, b] = both(x : vec, n : int)
    a = 0.0
    for i=0..n-1
        a += x[i]
    endfor
    b = 0.0
    for i=0..n-1
        b += 2*x[i]
    endfor
endfunction

% the length of the third loop is what the first has counted
function [a, b, c] = chained(x : vec, n : int)
    a = 0
    for i=0..n-1
        a += x[i] >= 0 ? 1 : 0
    endfor
    b = 1
    for i=0..n-1
        b += x[i] > 97 ? 1 : 0
    endfor
    c = 0
    for i=0..a-1
        c += x[i] >= 0 ? 1 : 0
    endfor
endfunction

% one variable in two loops, and in branches and loops
function s = again(x : vec, n : int)
    s = 0.0
    for k=0..3
        t = 0.0
        for i=0..n-1
            s += x[i]
        endfor
        u = 1
        for i=0..n-1
            t += x[i]
        endfor
        if k == 2
            for i=0..n-1
                s -= x[i]
            endfor
            continue
        endif
        if k == 3
            for i=0..n-1
                s += x[i]
            endfor
            u = 2
            break
        endif
        s -= t
    endfor
    s += u
endfunction

% a function that comes back to itself in between
function s = down(x : vec, n : int, depth : int)
    s = 0.0
    for i=0..n-1
        s += x[i]
    endfor
    below = 0.0
    for i=0..n-1
        below -= x[i]
    endfor
    if depth > 0
        s += down(x, n, depth - 1)
    endif
    s += below + 1
endfunction

% loops that start others, and change arrays that the sums before read
function [s, t] = changed(x : vec, n : int)
    y = copy(x)
    s = 0.0
    for i=0..n-1
        s += y[i]
    endfor
    for i=0..n-1
        y[i] = 2*y[i]
    endfor
    t = 0.0
    for i=0..n-1
        t += y[i]
    endfor
endfunction

function y = sum_of(x : vec, n : int)
    y = 0.0
    for i=0..n-1
        y += x[i]
    endfor
    z = 0
endfunction

% the first loop has ended when the second one fails
function [s, t, said] = fails(x : vec'checked, n : int, m : int)
    s = 7.0
    t = 7.0
    said = ""
    try
        s = 0.0
        for i=0..n-1
            s += x[i]
        endfor
        t = 5
        for i=0..m-1
            t += x[i]
        endfor
        said = "none"
        s = 1000.0
    catch ex
        said = ex.message
    endtry
endfunction

% the first one fails: the second one, and what stands behind it, has not been
function [s, t, line] = fails_first(x : vec'checked, n : int, m : int)
    s = 12.0
    t = 3.0
    line = 0
    try
        for i=0..m-1
            s += x[i]
        endfor
        t = 4
        for i=0..n-1
            t += x[i]
        endfor
        line = 1
    catch ex
        line = 2
    endtry
endfunction

% host code fails behind a loop
function s = fails_between(x : vec'checked, n : int, m : int)
    s = 1.0
    try
        for i=0..n-1
            s += x[i]
        endfor
        t = 1.0
        t = x[m]
    catch ex
        s += 0.5
    endtry
endfunction

n = 100000
x = zeros(n)
for i=0..99
    x[i*1000] = i
endfor
[a, b] = both(x, n)
assert(a == 4950 && b == 9900)
[a, b, c] = chained(x, n)
assert(a == n && b == 3 && c == n)
assert(again(x, n) == 2*4950 + 2)
assert(down(x, n, 3) == 4)
[s, t] = changed(x, n)
assert(s == 4950 && t == 9900)
assert(sum_of(x, n) == 4950)
[s, t, said] = fails(x, n, n + 1)
assert(s == 4950 && said != "none" && said != "")
[s, t, said] = fails(x, n, n)
assert(s == 1000 && t == 4955 && said == "none")
[s, t, k] = fails_first(x, n, n + 1)
assert(t == 3 && k == 2)
[s, t, k] = fails_first(x, n, n)
assert(s == 4962 && t == 4954 && k == 1)
assert(fails_between(x, n, n) == 4951.5)

% at the top level
s = 0.0
for i=0..n-1
    s += x[i]
endfor
t = 1.0
for i=0..n-1
    t += x[i]
endfor
assert(s == 4950 && t == 4951)
least = 5.0
for i=0..n-1
    least = min(least, x[i] - 1)
endfor
u = 1
for i=0..n-1
    u += int(x[i])
endfor
assert(least == -1 && u == 4951)
print "ok"
