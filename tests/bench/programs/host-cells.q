% Lists of small lists.
n = 1000
t = 0.0
for k = 0..199
    c = cell(n)
    for i = 0..n-1
        c[i] = {i, k}
    endfor
    for i = 0..n-1
        p = c[i]
        t += p[0] * p[1]
    endfor
endfor
print t
