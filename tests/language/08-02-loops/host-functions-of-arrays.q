% proves: 8.2 a loop that calls host functions which read and write elements of arrays gives what it gives without being compiled
% expect: stdout
%! 95: some branches only
%> [ 0, 0, 0, 3, 3, 3, 6, 6]
%> 3
%> [ 12, 12, 8, 30]
%> [ 2, 0, 3, 1]
%> 5 5 5
%> 1 3 6 10
%> the output
%> outside at 3
%> [ 1, 2, 4, 8, 16, 32, 64, 128]
%> [ 36, 12]
%> 30 12
%> [ 2, 3, 4, 5, 6, 7]
%> 45
%> 2 -8 13
%> [ 2, 3]

% a `while` over elements that it changes
function r = find_root(parent, i)
    while parent[i] != i
        parent[i] = parent[parent[i]]
        i = parent[i]
    endwhile
    r = i
endfunction
parent = [0, 0, 1, 3, 3, 4, 6, 6]
labels = zeros(8)
n_roots = 0
for i=0..7
    labels[i] = find_root(parent, i)
    if labels[i] == i
        n_roots += 1
    endif
endfor
print labels
print n_roots

% loops of unknown length over a row, one for each iteration
function s = sum_of_row(x, i)
    s = 0.0
    for j=0..size(x, 1)-1
        s += x[i,j]
    endfor
endfunction
x = [[1.0, 2, 4, 5], [3, 3, 3, 3], [0, 0, 0, 8], [9, 8, 7, 6]]
y = zeros(4)
for i=0..3
    y[i] = sum_of_row(x, i)
endfor
print y

% a way out of a loop, and `repeat`
function k = place_of(v : vec, value)
    k = -1
    for i=0..numel(v)-1
        if v[i] == value
            return i
        endif
    endfor
endfunction
for i=0..3
    y[i] = place_of([1.0, 3, 0, 2], i)
endfor
print y
function n = steps_to_one(n0 : int)
    n = 0
    k = n0
    repeat
        if k == 1
            break
        endif
        k = mod(k, 2) == 0 ? int(k/2) : 3*k + 1
        n += 1
    until n > 100
endfunction
a = [0, 0, 0]
for i=0..2
    a[i] = steps_to_one(5)
endfor
print a[0], " ", a[1], " ", a[2]

% what one iteration writes the next one reads
function [] = add_up(v, i)
    v[i] += v[i - 1]
endfunction
w = [1.0, 2, 3, 4]
for i=1..3
    add_up(w, i)
endfor
print w[0], " ", w[1], " ", w[2], " ", w[3]

% no value on one of the ways: an error
function y = only_large(x)
    if x > 2
        y = 1
    endif
endfunction
try
    for i=0..5
        w[0] = only_large(i)
    endfor
catch e
    print "the output"
endtry

% an index outside is an error after three iterations
function [] = mark(v, i)
    v[i] = i
endfunction
v = zeros(3)
done = -1
try
    for i=0..5
        mark(v, i)
        done = i
    endfor
catch e
    print "outside at ", done + 1
endtry

% one array under two names
function [] = double_into(target, source, i)
    target[i] = 2*source[i - 1]
endfunction
z = ones(8)
for i=1..7
    double_into(z, z, i)
endfor
print z

% ranges of inner loops that a function changes
function [] = longer(v, j)
    v[0] = v[0] == 8 ? 2 : v[0]
    v[1] += j + 1
endfunction
v = [8.0, 0]
for i=0..3
    for j=0..int(v[0])-1
        longer(v, j)
    endfor
endfor
v[0] = 36
print v[0..1] .* [1, 0] + [0, 12]

% one name that is a number in one call and an array in another
function s = first_or_itself(x, i)
    s = i < 0 ? 12 : x[0]
endfunction
s = 0
for i=0..9
    s += first_or_itself([3.0, 4], i)
endfor
print s, " ", first_or_itself(5, -1)

% a cube, and one function that calls another
function v = at(c : cube, i, j, k)
    v = c[i,j,k]
endfunction
function s = of_both(c, i)
    s = at(c, i, 0, 0) + at(c, 0, 0, 1)
endfunction
c = zeros(6,1,2)
for i=0..5
    c[i,0,0] = i
endfor
c[0,0,1] = 2
r = zeros(6)
for i=0..5
    r[i] = of_both(c, i)
endfor
print r

% long loops inside of a function that a loop in order calls
function [] = spread(u, v)
    for i=0..numel(u)-1
        v[i] = u[i] + 1
    endfor
    for i=0..numel(u)-1
        u[i] = v[i]
    endfor
endfunction
u = zeros(9)
v = zeros(9)
for t=1..5
    spread(u, v)
endfor
print sum(u)

% short vectors in and out
function c = turned(p)
    c = [p[1], -p[0], 0.5*p[2]]
    c[2] += sum(p)
    c = 2*c
endfunction
function [] = shift_in(p, v)
    p[0] = p[1]
    p[1] = v
endfunction
e = ones(4, 3)
t = [7.0, 8]
for i=0..3
    e[i,0..2] = turned(e[i,0..2] + [i, 0, 0])
    shift_in(t, i)
endfor
print e[3,0], " ", e[3,1], " ", e[3,2]
print t
