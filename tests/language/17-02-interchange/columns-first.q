% proves: 17.2 loops that go down columns give the same in whichever order they run
% expect: ok
function [s, least, last, n] = totals(x, y)
    s = 0.0
    least = 1e9
    last = 0.0
    n = 0
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            s += x[i,j] * y[i,j]
            least = min(least, x[i,j])
            last = x[i,j]
            n += x[i,j] > 3
        endfor
    endfor
endfunction
function y = powers(x)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            y[i,j] = x[i,j]^2.5
        endfor
    endfor
endfunction
function y = turned(x)
    y = zeros(size(x,1),size(x,0))
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            y[j,i] = x[i,j]
        endfor
    endfor
endfunction
function h = histogram(x)
    h = zeros(8)
    for j=0..size(x,1)-1
        for i=0..size(x,0)-1
            h[int(x[i,j])] += 1
        endfor
    endfor
endfunction
function s = planes(x)
    s = 0.0
    for c=0..size(x,2)-1
        for j=0..size(x,1)-1
            for i=0..size(x,0)-1
                s += (c+1) * x[i,j,c]
            endfor
        endfor
    endfor
endfunction
function s = flat(x : vec, n : int, m : int)
    s = 0.0
    for j=0..n-1
        for i=0..m-1
            s += x[i*n+j] * (i+1)
        endfor
    endfor
endfunction
function y = steps(x)
    y = zeros(size(x))
    for j=size(x,1)-1..-1..0
        for i=0..2..size(x,0)-1
            y[i,j] = 2*x[i,j] + j
        endfor
    endfor
endfunction
x = mod(reshape(0..57*83-1,[57,83]), 8)
w = mod(reshape(0..57*83-1,[57,83]), 5)
[s, least, last, n] = totals(x, w)
assert(s == sum(x .* w) && least == 0 && last == x[56,82] && n == sum(x > 3), "totals")
p = powers(x)
assert(abs(p[3,7] - x[3,7]^2.5) < 1e-3 && abs(p[56,0] - x[56,0]^2.5) < 1e-3, "powers")
t = turned(x)
assert(t[82,56] == x[56,82] && t[1,0] == x[0,1], "turned")
h = histogram(x)
assert(sum(h) == 57*83 && h[3] == sum(x == 3), "histogram")
z = mod(reshape(0..20*30*3-1,[20,30,3]), 8)
assert(planes(z) == sum(z[:,:,0]) + 2*sum(z[:,:,1]) + 3*sum(z[:,:,2]), "planes")
z = mod(reshape(0..20*3*40-1,[20,3,40]), 8)
r = 0.0
for c=0..39
    r += (c+1) * sum(z[:,:,c])
endfor
assert(planes(z) == r, "planes behind each other")
v = mod(0..999, 8)
r = 0.0
for i=0..39
    r += (i+1) * sum(v[i*25..i*25+24])
endfor
assert(flat(v, 25, 40) == r, "flat")
q = steps(x)
assert(q[4,7] == 2*x[4,7] + 7 && q[5,7] == 0 && q[56,82] == 2*x[56,82] + 82, "steps")
print "ok"
