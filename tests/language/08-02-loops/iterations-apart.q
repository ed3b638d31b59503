% proves: 8.2 loops in order whose inner loops touch different elements, or nearly, run as they are written
% expect: stdout
%> 5033 4638 5221 5218
%> 6150 5728 5254 5252
%> 464420 4810 475938 10693
%> 4894 4828 4900 5520
function y = filled(n)
    y = zeros(n)
    for i=0..n-1
        y[i] = mod(i*37 + 11, 101)
    endfor
endfunction

% the element that all iterations read lies before those that they write
function [] = before(n : int, x : vec, a : mat)
    for j=0..n-1
        for i=j+1..n-1
            x[i] = mod(x[i] + a[j,i]*x[j], 101)
        endfor
    endfor
endfunction

% it is the first of them
function [] = first(n : int, x : vec, a : mat)
    for j=0..n-1
        for i=j..n-1
            x[i] = mod(x[i] + a[j,i]*x[j], 101)
        endfor
    endfor
endfunction

% it is one of them, somewhere
function [] = inside(n : int, x : vec, a : mat)
    for j=0..n-1
        for i=0..n-1
            x[i] = mod(x[i] + a[j,i]*x[j], 101)
        endfor
    endfor
endfunction

% behind them
function [] = behind(n : int, x : vec, a : mat)
    for j=n-1..-1..0
        for i=0..j-1
            x[i] = mod(x[i] + a[i,j]*x[j] + 1, 101)
        endfor
    endfor
endfunction

% from one half to the other, and over the middle
function [] = halves(n : int, m : int, x : vec)
    for t=1..5
        for i=0..m-1
            x[i] = mod(x[n-1-i] + x[i] + t, 101)
        endfor
        for i=m..n-1
            x[i] = mod(x[i-m]*3 + t, 101)
        endfor
    endfor
endfunction

function [] = shifts(n : int, x : vec)
    for t=1..5
        for i=0..n-2
            x[i] = mod(x[i+1] + t, 101)
        endfor
        for i=1..n-1
            x[i] = mod(x[i-1]*3 + x[i], 101)
        endfor
        for i=0..n-20
            x[i+17] = mod(x[i] + 1, 101)
        endfor
        for i=0..n/2-1
            x[2*i] = mod(x[2*i+1] + x[i], 101)
        endfor
    endfor
endfunction

% the bound changes with each round, and inside of it
function [] = moving(n : int, x : vec)
    low = 1
    for t=1..n-1
        for i=low..n-1
            x[i] = mod(x[i] + x[low-1] + x[t], 101)
        endfor
        low = low + int(mod(x[t], 2))
    endfor
endfunction

function [] = eliminated(n : int, a : mat)
    for k=0..n-2
        for i=k+1..n-1
            for j=k+1..n-1
                a[i,j] = mod(a[i,j] + a[i,k]*a[k,j], 101)
            endfor
        endfor
    endfor
endfunction

function [] = eliminated_from_itself(n : int, a : mat)
    for k=0..n-2
        for i=k+1..n-1
            for j=k..n-1
                a[i,j] = mod(a[i,j] + a[i,k]*a[k,j], 101)
            endfor
        endfor
    endfor
endfunction

function [] = updated(n : int, x : vec, a : mat)
    for j=0..n-1
        for i=j+1..n-1
            x[i] -= a[j,i]*x[j]
            x[i] += a[j,i]*(j + 1)
        endfor
    endfor
endfunction

function [] = in_doubles(n : int, x : vec'double, scale : scalar)
    for j=0..n-1
        for i=j+1..n-1
            x[i] = mod(x[i] + scale*x[j], 101)
        endfor
    endfor
endfunction

function [] = in_integers(n : int, x : vec[int])
    for j=0..n-1
        for i=j+1..n-1
            x[i] = mod(x[i] + 3*x[j], 101)
        endfor
    endfor
endfunction

% another number for each round, which the loop inside leaves alone
function [] = scaled(n : int, x : vec, y : vec)
    scale = 1.0
    for j=0..n-1
        scale = mod(scale*7.0 + 1.0, 5.0)
        for i=0..n-1
            y[i] = mod(y[i] + scale*x[n-1-i], 101)
        endfor
        x[j] = mod(y[j] + scale, 101)
    endfor
endfunction

n = 100
a = zeros(n, n)
for i=0..n-1
    for j=0..n-1
        a[i,j] = mod(i*3 + j*7, 13) < 4
    endfor
endfor

x = filled(n)
before(n, x, a)
y = filled(n)
first(n, y, a)
z = filled(n)
inside(n, z, a)
w = filled(n)
behind(n, w, a)
printf("%d %d %d %d\n", sum(x), sum(y), sum(z), sum(w))
x = filled(n)
halves(n, 50, x)
y = filled(n)
halves(n, 70, y)
z = filled(n)
shifts(n, z)
w = filled(n)
moving(n, w)
printf("%d %d %d %d\n", sum(x), sum(y), sum(z), sum(w))
b = a + 1
eliminated(n, b)
c = a + 1
eliminated_from_itself(n, c)
z = filled(n)
u = zeros(n, n)
for j=0..n-2
    u[j,j+1] = 1
    u[j,n-1-mod(j,3)] = 1
endfor
updated(n, z, u)
printf("%d %d %d %d\n", sum(b), sum(b[n-1,:]), sum(c), sum(z .* mod((0..n-1)*7, 5)))
d = vec'double(n)
e = vec[int](n)
for i=0..n-1
    d[i] = mod(i*37, 101)
    e[i] = mod(i*41, 101)
endfor
in_doubles(n, d, 3.0)
in_integers(n, e)
x = filled(n)
y = filled(n)
scaled(n, x, y)
printf("%d %d %d %d\n", sum(d), sum(e), sum(x), sum(y))
