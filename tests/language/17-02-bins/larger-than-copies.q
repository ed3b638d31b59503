% proves: 8.2 additions at computed places of arrays that are too large for copies
% expect: ok
n = 40000
m = 20011
place = zeros(n)
value = zeros(n)
for i=0..n-1
    place[i] = mod(i*7919, m)
    value[i] = mod(i*31, 17) - 8
endfor
% places that are none: outside, huge, infinite, not a number
place[3] = -1
place[5] = m
place[n-1] = 1e30
place[n-2] = -1e30
place[n-3] = 1/0
place[n-4] = -1/0
place[n-5] = 0.75 + m
place[n-6] = -0.25

% in order
sums = zeros(m)
counts = zeros(m)
largest = zeros(m)
k = 0
while k < n
    j = place[k] < 0 ? (place[k] > -1 ? 0 : -1) : place[k] < m ? floor(place[k]) : -1
    if j >= 0
        sums[j] = sums[j] + value[k]
        counts[j] = counts[j] + 1
        largest[j] = max(largest[j], value[k])
    endif
    k += 1
endwhile

% each loop alone: scalars, whole numbers, extremes, neighbours that follow each other
a = zeros(m)
for i=0..n-1
    a[int(place[i])] += value[i]
endfor
b = vec[int](m)
for i=0..n-1
    b[int(place[i])] += 1
endfor
c = zeros(m)
for i=0..n-1
    c[int(place[i])] ^^= value[i]
endfor
d = zeros(m)
for i=0..n-1
    d[int(i/4)] += value[i]
    d[int(i/4)] -= 0.5
endfor
for j=0..m-1
    if a[j] != sums[j] || b[j] != counts[j] || c[j] != largest[j]
        error("place ", j, ": ", a[j], " ", b[j], " ", c[j])
    endif
    if d[j] != (4*j < n ? value[4*j] + value[4*j+1] + value[4*j+2] + value[4*j+3] - 2 : 0)
        error("neighbours ", j, ": ", d[j])
    endif
endfor

% not a number is no place but the first, as int(0/0) is 0
e = zeros(m)
place[:] = 0/0
for i=0..n-1
    e[int(place[i])] += 1
endfor
assert(e[0] == n && sum(e) == n, "not a number as a place")

% inner loops, no iteration, one
function [] = tally(t : vec, p : vec[int], from : int, to : int)
    for i=from..to
        for l=0..2
            t[p[i] + l] += 1
        endfor
    endfor
endfunction
q = vec[int](n)
for i=0..n-1
    q[i] = mod(i*13, m - 2)
endfor
t = zeros(m)
tally(t, q, 0, -1)
assert(sum(t) == 0, "no iteration")
tally(t, q, 5, 5)
assert(sum(t) == 3 && t[q[5]] == 1 && t[q[5]+2] == 1, "one iteration")
tally(t, q, 0, n-1)
assert(sum(t) == 3*n + 3, "all iterations")

% rules of integers: those that wrap, those that are held
u = vec[uint8'unchecked](m)
w = vec[int16'sat](m)
for i=0..n-1
    u[0] += 1
    w[int(mod(i, 3))] += 30000
endfor
assert(u[0] == mod(n, 256), "wrapped")
assert(w[0] == 32767 && w[1] == 32767 && w[3] == 0, "held at the limit")
print "ok"
