% proves: 8.2 nests whose last level has a few iterations only, around sums, have the values of any other
% expect: ok
function [] = phases(n : int, x : vec, h : vec, y : vec)
    for i=16..n/4-1
        for p=0..3
            s = 0.0
            for k=0..15
                s += h[4*k + p]*x[i - k]
            endfor
            y[4*i + p] = s
        endfor
    endfor
endfunction

% one level goes along memory, and two could
function [] = pairs(n : int, x : mat, y : cube)
    for i=0..n-1
        for j=0..n-1
            for c=0..1
                s = 0.0
                for k=0..4
                    s += x[i,j + k]*(c + 1)
                endfor
                y[c,i,j] = s
            endfor
        endfor
    endfor
endfunction

n = 4000
x = zeros(n)
h = zeros(64)
for i=0..n-1
    x[i] = mod(i*37, 101)
endfor
for k=0..63
    h[k] = mod(k*5, 7) - 3
endfor
y = zeros(n)
phases(n, x, h, y)
s = 0.0
for k=0..15
    s += h[4*k + 2]*x[500 - k]
endfor
assert(y[2002] == s && sum(y[0..63]) == 0 && y[3999] != 0, "phases")
total = 0.0
for i=16..999
    for p=0..3
        for k=0..15
            total += h[4*k + p]*x[i - k]
        endfor
    endfor
endfor
assert(sum(y) == total, "all phases")

z = zeros(2, 64, 64)
m = zeros(64, 64)
for i=0..63
    for j=0..63
        m[i,j] = mod(i*3 + j*7, 13)
    endfor
endfor
pairs(64, m, z)
assert(z[1,5,7] == 2*z[0,5,7] && z[0,5,7] == sum(m[5,7..11]) && z[0,5,62] == m[5,62] + m[5,63], "pairs")
print "ok"
