% proves: 8.2 elements that branches write and that are read again in the same iteration, at the edges, too
% expect: ok
n = 1003
function [] = fill(a, b, c, n)
    for i=0..n-1
        a[i] = mod(i*7, 11) - 5
        b[i] = mod(i*3, 13) - 6
        c[i] = mod(i*5, 17) - 8
    endfor
endfunction
a = zeros(n)
b = zeros(n)
c = zeros(n)
first = i -> mod(i*7, 11) - 5
second = i -> mod(i*3, 13) - 6
third = i -> mod(i*5, 17) - 8

% both branches, then what follows
fill(a, b, c, n)
for i=0..n-1
    if a[i] > 0
        c[i] = -c[i] + 1
    else
        b[i] += 2
        if b[i] < a[i]
            c[i] *= 3
        endif
    endif
    a[i] = b[i] + 10*c[i]
endfor
for i=[0, 1, 2, 3, 4, 5, 15, 16, 17, 500, n-2, n-1]
    x = first(i)
    y = second(i)
    z = third(i)
    if x > 0
        z = 1 - z
    else
        y += 2
        z = y < x ? 3*z : z
    endif
    assert(b[i] == y && c[i] == z && a[i] == y + 10*z, "branches")
endfor

% what is not a number stays what it is, and so do zeros with a sign
a[3] = 0/0
a[4] = -1/(1/0)
for i=0..n-1
    if a[i] > 5
        a[i] = 5
    endif
    if a[i] < -5
        a[i] = -5
    endif
endfor
assert(isnan(a[3]) && 1/a[4] < 0 && max(a[5..n-1]) <= 5 && min(a[5..n-1]) >= -5, "clipped in place")

% arrays that are shorter than the loop: what is outside reads as 0 and is not written
function [] = short(n : int, a : vec'safe, b : vec'safe)
    for i=0..n-1
        if b[i] >= 0
            a[i] = 7
        endif
        b[i] = a[i] + 1
    endfor
endfunction
s = zeros(40)
t = zeros(60)
short(100, s, t)
assert(min(s) == 7 && sum(t[0..39]) == 8*40 && sum(t[40..59]) == 20, "outside")

% positions that a condition keeps inside, unchecked
function [] = __kernel__ guarded(x : vec'unchecked, n : int, pos : int)
    if pos < n
        x[pos] += 1
        if x[pos] > 1
            x[pos] = 0
        endif
    endif
endfunction
g = zeros(10)
parallel_do(5000, g, 10, guarded)
parallel_do(5000, g, 10, guarded)
assert(sum(g) == 0, "unchecked under a condition")

% one array under two names
function [] = two_names(n : int, a : vec, b : vec)
    for i=0..n-1
        if a[i] > 0
            b[i] = -1
        endif
        a[i] = a[i] + b[i]
    endfor
endfunction
w = ones(20)
two_names(20, w, w)
assert(max(w) == -2 && min(w) == -2, "two names")
print "ok"
