% proves: 8.2 host functions mean in compiled loops what they mean when they are interpreted: types of parameters, integers, precision, order
% expect: stdout
%> 3000000
%> [ 0.5, 0.5, 0.5][ 0, 0, 0]
%> 1
%> [ 1.25, 0, 1.25, 1, 1.25, 2]
%> [ 200, 200, 200]
%> 16777300
n = 3000

% a term reads an element before a later one writes it
function y = raised(v, i)
    v[i] += 1
    y = v[i]
endfunction
b = zeros(n)
s = 0.0
for i=0..n-1
    s = s + b[i] + raised(b, i)*1000
endfor
print s

% another element type than the parameter's: a copy
function y = halved(v : vec, i)
    v[i] = 0.5
    y = v[i]
endfunction
k = vec[int](n)
a = zeros(n)
for i=0..n-1
    a[i] = halved(k, i)
endfor
print a[0..2], k[0..2]

% an iteration that ends in double precision only
function y = root(a)
    y = a
    while abs(y*y - a) > 1e-10
        y = 0.5*(y + a/y)
    endwhile
endfunction
for i=0..n-1
    a[i] = root(i + 2)
endfor
print abs(a[7] - 3) < 1e-6

% an integer on one way
function y = quotient(i)
    t = i
    if mod(i,2) == 0
        t = 2.5
    endif
    t /= 2
    y = t
endfunction
for i=0..n-1
    a[i] = quotient(i)
endfor
print a[0..5]

% a result that is the caller's vector
function y = same(a)
    y = a
endfunction
for i=0..n-1
    v = [i, 1.0, 2.5]
    w = same(v)
    w[0] = 100
    a[i] = v[0] + w[0]
endfor
print a[0..2]

% a count beyond what single precision tells apart
function c = count_up(c, to)
    while c < to
        c += 1.0
    endwhile
endfunction
last = 0.0
for i=0..n-1
    last = count_up(16777200.0, 16777300)
endfor
print last
