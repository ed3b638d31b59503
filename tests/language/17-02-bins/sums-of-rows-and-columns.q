% proves: 17.2 sums of rows and of columns in one loop: each element is added to both
% expect: ok
function [] = both(n : int, m : int, a : mat, r : vec, c : vec)
    for i=0..n-1
        for j=0..m-1
            r[i] += a[i,j]
            c[j] += a[i,j]
        endfor
    endfor
endfunction

% transposed, with weights and an offset
function [] = across(n : int, m : int, a : mat, r : vec, c : vec, w : scalar)
    for i=0..n-1
        for j=0..m-1
            d = a[i,j]*w
            c[j+1] += d + 1
            r[n-1-i] += d
        endfor
    endfor
endfunction

% two elements of one array, of which only one is apart from the others
function [] = shifted(n : int, m : int, a : mat, r : vec, c : vec)
    for i=0..n-1
        for j=0..m-1
            r[i] += a[i,j]
            c[j] += a[i,j]
            c[j+1] += 2*a[i,j]
        endfor
    endfor
endfunction

% how many there are
function [] = counted(n : int, m : int, a : mat, r : vec, c : vec)
    for i=0..n-1
        for j=0..m-1
            r[i] += 1
            c[j] += 1
        endfor
    endfor
endfunction

function [] = doubled(n : int, m : int, a : mat'double, r : vec'double, c : vec'double)
    for i=0..n-1
        for j=0..m-1
            r[i] += a[i,j]
            c[j] += a[i,j]
        endfor
    endfor
endfunction

n = 130
m = 157
a = zeros(n, m)
for i=0..n-1
    for j=0..m-1
        a[i,j] = mod(i*3 + j*j, 19)
    endfor
endfor
rows = zeros(n)
columns = zeros(m)
for i=0..n-1
    rows[i] = sum(a[i,:])
endfor
for j=0..m-1
    columns[j] = sum(a[:,j])
endfor
r = zeros(n)
c = zeros(m + 1)
both(n, m, a, r, c)
assert(max(abs(r - rows)) == 0 && max(abs(c[0..m-1] - columns)) == 0 && c[m] == 0, "both")
r = zeros(n)
c = zeros(m + 1)
across(n, m, a, r, c, 2.0)
assert(max(abs(r[n-1..-1..0] - 2*rows)) == 0 && max(abs(c[1..m] - (2*columns + n))) == 0 && c[0] == 0, "across")
r = zeros(n)
c = zeros(m + 1)
shifted(n, m, a, r, c)
assert(max(abs(r - rows)) == 0 && max(abs(c[1..m-1] - (columns[1..m-1] + 2*columns[0..m-2]))) == 0, "shifted")
assert(c[0] == columns[0] && c[m] == 2*columns[m-1], "shifted, at the ends")
r = zeros(n)
c = zeros(m)
counted(n, m, a, r, c)
assert(min(r) == m && max(r) == m && min(c) == n && max(c) == n, "counted")
d = mat'double(n, m)
for i=0..n-1
    for j=0..m-1
        d[i,j] = a[i,j]
    endfor
endfor
p = vec'double(n)
q = vec'double(m)
doubled(n, m, d, p, q)
assert(max(abs(p - rows)) == 0 && max(abs(q - columns)) == 0, "doubled")
% fewer elements than the arrays have
r = zeros(n)
c = zeros(m)
both(50, 31, a, r, c)
assert(r[49] == sum(a[49,0..30]) && r[50] == 0 && c[30] == sum(a[0..49,30]) && c[31] == 0, "a part")
print "ok"
