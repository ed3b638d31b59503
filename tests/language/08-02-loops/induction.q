% proves: 8.2 counters beside the loop's own: what they are in each iteration, and behind the loop
% expect: ok
%! 104: `v` is an integer here
n = 5000
a = zeros(2*n + 10)
b = zeros(n)
for i=0..n-1
    b[i] = mod(i*7, 101)
endfor

% two steps an iteration, read between and behind
j = -1
for i=0..n-1
    j += 1
    a[j] = b[i]
    j += 1
    a[j] = b[i] + 0.5
endfor
assert(j == 2*n - 1, "behind the loop")
for i=[0, 1, 17, n-1]
    assert(a[2*i] == b[i] && a[2*i+1] == b[i] + 0.5, "two steps")
endfor

% read before and after the step, in an inner loop and under a condition, downwards, by a variable
step = 3
k = 3*n
c = zeros(n)
for i=0..n-1
    before = k
    k = k - step
    u = 0
    for l=0..2
        u += k
    endfor
    if k < n
        c[i] = before - k + u
    else
        c[i] = -u
    endif
endfor
assert(k == 0, "downwards, behind the loop")
for i=[0, 1, n-1]
    x = 3*n - 3*(i + 1)
    assert(c[i] == (x < n ? 3 + 3*x : -3*x), "downwards")
endfor

% a loop with a step of its own
p = 5
for i=0..3..n-1
    a[p] = b[i]
    p = 2 + p
endfor
assert(p == 5 + 2*(int((n - 1)/3) + 1), "its own step")
for i=[0, 3, 999]
    assert(a[5 + 2*int(i/3)] == b[i], "its own step")
endfor

% scalars: whole numbers that are exact beyond 2^24, and a start that is none
s = 16777216.0
t = 0.25
for i=0..n-1
    s += 2.0
    t -= 1
    b[i] = s - 16777216
    c[i] = t
endfor
assert(s == 16777216 + 2*n && t == 0.25 - n, "scalars, behind the loop")
for i=[0, 1, n-1]
    assert(b[i] == 2*(i + 1) && c[i] == 0.25 - (i + 1), "scalars")
endfor

% fractions are added up in their order
s = 0.0
for i=0..n-1
    s += 0.1
    b[i] = s
endfor
assert(abs(s - 500) < 0.01 && abs(b[n-1] - s) < 0.01, "fractions")

% changed under a condition, in an inner loop, or by another amount each time: no such counter
q = 0
k = 0
m = 0
for i=0..n-1
    if mod(i, 3) == 0
        q += 1
    endif
    for l=0..1
        k += 1
    endfor
    m += i
    c[i] = q + k + m
endfor
assert(q == int((n + 2)/3) && k == 2*n && m == n*(n - 1)/2, "not the same each time")
assert(c[4] == 2 + 10 + 10, "not the same each time")

% an integer that meets a scalar is one all along
r = 1
for i=0..n-1
    r += 1
    c[i] = r/2
endfor
assert(c[0] == 1 && c[1] == 1.5, "halves")
v = 1
for i=0..3
    v += 0.5
    c[i] = v
endfor
assert(v == 3 && c[0] == 1.5, "becomes a scalar")

% small integers keep their range
byte : uint8 = 250
for i=0..4
    byte += 1
    c[i] = byte
endfor
assert(c[4] == 255 && byte == 255, "a byte")

% elements that overlap: the later one stays
w = 0
for i=0..n-1
    a[w] = i
    a[w+1] = -i
    w += 1
endfor
assert(a[0] == 0 && a[1] == 1 && a[n] == -(n - 1), "overlapping")

% two counters, each from the other
u = zeros(2*n + 4)
j = -1
for i=0..n-1
    k = j + 1
    u[k] = i
    j = k + 1
    u[j] = -i
endfor
assert(j == 2*n - 1 && k == 2*n - 2, "coupled, behind the loop")
for i=[0, 1, 17, n-1]
    assert(u[2*i] == i && u[2*i+1] == -i, "coupled")
endfor
j = 3*n
for i=0..n-1
    before = j
    k = 2 + j - step
    c[i] = before - k
    j = k - 1 - step + 2
endfor
assert(j == 3*n - 3*n && k == j + 2 && c[n-1] == 1, "coupled, downwards")
j = 5
none = 0
for i=0..none-1
    k = j + 1
    j = k + 1
endfor
assert(j == 5, "coupled, no iteration")

% none: the other one is changed in between, under a condition, or only after it was used
j = 0
k = 0
p = 0
q = 0
for i=0..n-1
    k = j + 1
    k += mod(i, 2)
    j = k + 1
    if mod(i, 3) == 0
        q = p + 1
    endif
    p = q + 1
    c[i] = j + p
endfor
assert(j == 2*n + int(n/2) && p == 2*int((n + 2)/3) && q == p - 1, "not coupled")
j = 0
k = 7
for i=0..4
    j = k + 1
    k = j + 2
    b[i] = j
endfor
assert(j == 20 && k == 22 && b[0] == 8 && b[1] == 11, "the other one first")
small : uint8'unchecked = 250
j = 250
for i=0..9
    small = j + 1
    j = small + 1
    b[i] = j
endfor
assert(b[0] == 252 && b[9] == 14, "through a small integer")
print "ok"
