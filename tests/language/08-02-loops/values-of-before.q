% proves: 8.2 variables that an iteration reads before it gives them their value: what the one before left
% expect: ok
%! 71: `u` is an integer here
n = 1000
b = zeros(n)
c = zeros(n)
for i=0..n-1
    b[i] = mod(i*7, 101)
    c[i] = mod(i*3, 17)
endfor
a = zeros(n)
d = zeros(n)

% an element, and what was there before the loop
x = 5.0
for i=0..n-1
    a[i] = b[i] + x
    x = b[i]
endfor
assert(x == b[n-1], "behind the loop")
for i=0..n-1
    assert(a[i] == b[i] + (i == 0 ? 5 : b[max(i-1, 0)]), "an element")
endfor

% three that hand on to each other, from other values
x = 1.0
y = 2.0
z = 4.0
for i=0..n-1
    a[i] = x + 10*y + 100*z
    z = y
    y = x
    x = c[i]
endfor
assert(x == c[n-1] && y == c[n-2] && z == c[n-3], "handed on, behind the loop")
for i=0..n-1
    p = i < 1 ? 1 : c[max(i-1, 0)]
    q = i < 1 ? 2 : i < 2 ? 1 : c[max(i-2, 0)]
    r = i < 1 ? 4 : i < 2 ? 2 : i < 3 ? 1 : c[max(i-3, 0)]
    assert(a[i] == p + 10*q + 100*r, "handed on")
endfor

% by way of another variable, with the loop's own, in steps and downwards
t = 0.5
for i=n-1..-3..0
    s = b[i]*c[i] + i
    a[i] = s - t
    t = s
endfor
last = mod(n-1, 3)
assert(t == b[last]*c[last] + last, "downwards, behind the loop")
for i=n-1..-3..0
    before = i == n-1 ? 0.5 : b[min(i+3, n-1)]*c[min(i+3, n-1)] + i + 3
    assert(a[i] == b[i]*c[i] + i - before, "downwards")
endfor

% indices, which are whole numbers
one = n - 1
two = n - 2
for i=0..n-1
    a[i] = b[i] + b[one] + b[two]
    two = one
    one = i
endfor
assert(one == n - 1 && two == n - 2, "indices, behind the loop")
for i=0..n-1
    assert(a[i] == b[i] + b[mod(i + n - 1, n)] + b[mod(i + n - 2, n)], "indices")
endfor

% a whole number before the loop, a scalar in it; a function; a choice
u = 0
for i=0..n-1
    a[i] = u
    u = b[i] > 50 ? sqrt(b[i]) : b[i]/4
endfor
for i=1..n-1
    v = b[i-1] > 50 ? sqrt(b[i-1]) : b[i-1]/4
    assert(abs(a[i] - v) < 1e-5, "a function")
endfor
assert(a[0] == 0, "a function, first")

% few iterations, and none
for m=0..3
    x = 7.0
    y = 8.0
    for i=0..m-1
        a[i] = 10*x + y
        y = x
        x = c[i]
    endfor
    assert(x == (m == 0 ? 7 : c[max(m-1, 0)]), "few iterations")
    assert(y == (m == 0 ? 8 : m == 1 ? 7 : c[max(m-2, 0)]), "few iterations")
    assert(m < 1 || a[0] == 78, "few iterations")
    assert(m < 2 || a[1] == 10*c[0] + 7, "few iterations")
endfor

% arrays that the loop writes have other elements by then
e = zeros(n)
for i=0..n-1
    e[i] = b[i]
endfor
x = 0.0
for i=0..n-1
    a[i] = x
    x = e[i]
    e[i] = -1
endfor
for i=1..n-1
    assert(a[i] == b[i-1], "an array that is written")
endfor

% ... also under another name
function [] = shifted(to : vec, from : vec)
    x = 0.0
    for i=0..999
        y = from[i]
        to[i] = x
        x = y
    endfor
endfunction
for i=0..n-1
    e[i] = b[i]
endfor
shifted(e, e)
for i=1..n-1
    assert(e[i] == b[i-1], "the same array twice")
endfor

% a recurrence is none
x = 1.0
for i=0..n-1
    a[i] = x
    x = 0.5*x + b[i]
endfor
y = 1.0
for i=0..n-1
    assert(abs(a[i] - y) <= 1e-4*(1 + abs(y)), "a recurrence")
    y = 0.5*y + b[i]
endfor

% not in each iteration
x = 3.0
for i=0..n-1
    a[i] = x
    if b[i] > 90
        x = b[i]
    endif
endfor
y = 3.0
for i=0..n-1
    assert(a[i] == y, "under a condition")
    y = b[i] > 90 ? b[i] : y
endfor

% arrays without checks are not read before the first iteration
function [] = unchecked_before(from : vec'unchecked, to : vec)
    x = 2.5
    for i=0..999
        to[i] = x
        x = from[i]
    endfor
endfunction
unchecked_before(b, a)
assert(a[0] == 2.5 && a[1] == b[0] && a[n-1] == b[n-2], "without checks")
print("ok")
