% proves: 8.2 a scalar that grows by whole numbers begins with all of its digits
% expect: ok
n = 5000
a = zeros(n)
k = 16777217.0
for i=0..n-1
    k += 1
    a[i] = k - 16777217
endfor
assert(k == 16777217 + n && a[0] == 1 && a[1] == 2 && a[n-1] == n, "beyond single precision")
k = 0.1
for i=0..n-1
    k += 1
    a[i] = mod(i, 2)
endfor
assert(abs(k - (n + 0.1)) < 1e-9, "no whole number")
print "ok"
