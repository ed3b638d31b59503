% proves: 2.3 a loop whose iterations depend on each other gives the sequential result
% expect: ok
n = 50000
f = zeros(n)
f[0] = 1
for i=1..n-1
    f[i] = mod(f[i-1]*3 + 1, 1000)
endfor
g = 1
{!interpreted for}
for i=1..n-1
    g = mod(g*3 + 1, 1000)
endfor
assert(f[n-1] == g, "recurrence")
h = zeros(n)
for i=0..n-2
    h[i] = h[i+1] + 1
endfor
assert(sum(h) == n-1, "reads what a later iteration writes")
for i=0..n-1
    h[mod(i,10)] = i
endfor
assert(h[3] == n-7 && h[9] == n-1, "the last write wins")
s = 0.0
for i=0..n-1
    s += f[i]
endfor
t = 0.0
{!interpreted for}
for i=0..n-1
    t += f[i]
endfor
assert(s == t, "a sum")
print "ok"
