% proves: 8.2 long loops in order: read ahead and back, up and down, in steps, to the largest integer
% expect: ok
%! 85: this loop never runs
n = 10007
a = zeros(n)
b = zeros(n)
function [] = fill(a, b, n)
    for i=0..n-1
        a[i] = mod(i*7, 101)
        b[i] = mod(i*3, 17)
    endfor
endfunction
value = i -> mod(i*7, 101)
other = i -> mod(i*3, 17)

fill(a, b, n)
for i=0..n-2
    a[i] = a[i+1] + b[i]
endfor
for i=[0, 1, 4094, 4095, 4096, 8191, 8192, n-2]
    assert(a[i] == value(i+1) + other(i), "read ahead")
endfor
assert(a[n-1] == value(n-1), "read ahead: the last")

fill(a, b, n)
for i=n-2..-1..0
    a[i+1] = a[i] + b[i]
endfor
for i=[0, 1, 4094, 4095, 4096, 8191, 8192, n-2]
    assert(a[i+1] == value(i) + other(i), "to the next place")
endfor
assert(a[0] == value(0), "to the next place: the first")

% written, then read ahead: the element that the next iteration writes
fill(a, b, n)
c = zeros(n)
for i=0..n-2
    a[i] = b[i] + 1
    c[i] = a[i+1] + a[i]
endfor
for i=[0, 1, 4094, 4095, 4096, 8191, 8192, n-2]
    assert(c[i] == value(i+1) + other(i) + 1, "written before")
endfor

% each from the one before, from three and from five before
for d=[1, 3, 5]
    fill(a, b, n)
    for i=d..n-1
        a[i] = mod(a[i-d] + b[i], 1000)
    endfor
    s = zeros(n)
    for i=0..n-1
        s[i] = i < d ? value(i) : mod(s[i-d] + other(i), 1000)
    endfor
    assert(max(abs(a - s)) == 0, "back")
endfor

% written twice, in two iterations; under a condition
fill(a, b, n)
for i=0..n-2
    a[i] = b[i]
    if b[i] > 8
        a[i+1] = -b[i]
    endif
endfor
for i=[1, 4095, 4096, n-2]
    assert(a[i] == other(i), "the later one stays")
endfor
assert(a[n-1] == (other(n-2) > 8 ? -other(n-2) : value(n-1)), "the last one stays")

% steps that divide nothing, and the largest integer
k = 0
s = 0.0
x = zeros(4)
for i=9223372036854775801..3..9223372036854775807
    x[k] = x[k] + 1
    k += 1
endfor
assert(k == 3 && sum(x) == 3, "the largest integer")
for i=-9223372036854775801..-3..-9223372036854775807
    x[k-3] = x[k-2] + 1
    k += 1
endfor
assert(k == 6, "the least integer")
for i=5..4
    k = 100*k + i
endfor
assert(k == 6, "no iteration")
print "ok"
