% proves: 8.4 a variable to which a statement adds several values is a sum
% expect: ok
%! 86: `q` is an integer here
n = 1003
a = zeros(n)
b = zeros(n)
for i=0..n-1
    a[i] = mod(7*i, 31) - 11
    b[i] = mod(5*i, 13)
endfor

function s = in_order(a, b, from : int, to : int)
    s = 0.25
    k = from
    while k <= to
        s = s + a[k]
        s = s - b[k]
        s = s + a[k]*b[k]
        s = s - 2
        k += 1
    endwhile
endfunction

function s = in_a_chain(a, b, from : int, to : int)
    s = 0.25
    for k=from..to
        s = s + a[k] - b[k] + a[k]*b[k] - 2
    endfor
endfunction

function s = in_the_middle(a, b, from : int, to : int)
    s = 0.25
    for k=from..to
        s = a[k] + (s - b[k] - 2) + a[k]*b[k]
    endfor
endfunction

function s = under_a_condition(a, b, from : int, to : int)
    s = 0.25
    for k=from..to
        if a[k] > b[k]
            s = s + a[k] - b[k]
        else
            s = s - 1 - 0.5
        endif
    endfor
endfunction

for to=[-1, 0, 1, 6, 500, n-1]
    assert(in_a_chain(a, b, 0, to) == in_order(a, b, 0, to), "chain of terms")
    assert(in_the_middle(a, b, 0, to) == in_order(a, b, 0, to), "the sum in the middle")
endfor
t = 0.25
k = 0
repeat
    t += a[k] > b[k] ? a[k] - b[k] : -1.5
    k += 1
until k == n
assert(under_a_condition(a, b, 0, n-1) == t, "under a condition")

% infinities and NaN
c = copy(a)
c[3] = 1/0
s = 0.0
for k=0..n-1
    s = s + c[k] - b[k]
endfor
assert(s == 1/0, "infinity")
c[700] = -1/0
s = 0.0
for k=0..n-1
    s = s - c[k] + b[k]
endfor
assert(isnan(s), "both infinities")
c[3] = 0
c[700] = 0
c[n-1] = 0/0
s = 0.0
for k=0..n-1
    s = b[k] + s - c[k]
endfor
assert(isnan(s), "not a number")

% whole numbers, that start as such and get scalars, complex numbers, vectors
p = 3
q = 0
for k=0..n-1
    p = p + k - 2 + int(b[k])
    q = q + 1 - b[k]/4
endfor
p2 = 3
q2 = 0.0
k = 0
while k < n
    p2 += k - 2
    p2 += int(b[k])
    q2 += 1
    q2 -= b[k]/4
    k += 1
endwhile
assert(p == p2, "whole numbers")
assert(q == q2, "whole numbers to scalars")

z = 1i
v = [0.0, 1.0]
for k=0..n-1
    z = z + a[k] - 1i*b[k] + 2
    v = v - [a[k], b[k]] + [1.0, 2.0]
endfor
assert(real(z) == sum(a) + 2*n && imag(z) == 1 - sum(b), "complex numbers")
assert(v[0] == n - sum(a) && v[1] == 1 - sum(b) + 2*n, "vectors")

% running sums, and steps that no iteration changes
y = zeros(n)
w = zeros(2*n + 2)
s = 0.0
j = 0
for k=0..n-1
    s = s + a[k] - b[k]
    y[k] = s
    j = j + 3 - 1
    w[j] = a[k]
endfor
for k=[0, 1, 64, 65, n-1]
    assert(y[k] == sum(a[0..k]) - sum(b[0..k]), "running sum")
    assert(w[2*k+2] == a[k], "steps")
endfor
assert(j == 2*n, "steps, behind the loop")

% no sum: what is taken off is not the variable, or names it twice
s = 0.5
r = 0.25
for k=0..5
    s = a[k] - s + 1
    r = r + a[k] - r/2
endfor
s2 = 0.5
r2 = 0.25
k = 0
while k < 6
    s2 = a[k] + 1 - s2
    r2 = r2/2 + a[k]
    k += 1
endwhile
assert(s == s2 && r == r2, "no sums")
print "ok"
