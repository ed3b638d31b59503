% proves: 8.2 a loop that calls host functions which compute numbers gives what it gives without being compiled
% expect: stdout
%> [ 1, 3, 5, 7, 9, 11]
%> [ 1, 0, 2, 3, 4, 4]
%> [ 1, 2, 5, 10, 17, 26]
%> [ 1, 1, 2, 6, 24, 120]
%> [ 0, 3, 6, 9, 12, 15]
%> 10 14
%> [ 3, 1, 2, 0]
%> [ 100, 101, 102, 103]

function y = twice_plus(x, z)
    return 2.0*x + z
endfunction

% branches, and a way out in the middle
function y = between(x, low, high)
    y = x
    if x < low
        return low
    elseif x > high
        y = high
    endif
    if y < 2
        y = 0
    endif
endfunction

% calls another one, and changes its parameter, which the loop does not see
function y = square_plus_one(x)
    x *= x
    y = twice_plus(0.5*x, 1.0)
endfunction

% calls itself: interpreted
function y = factorial(n : int)
    y = n < 2 ? 1 : n*factorial(n - 1)
endfunction

% uses a variable from around it: interpreted
factor = 3
function y = scaled(x)
    y = x*factor
endfunction

% two results
function [s, d] = sum_and_difference(x, y)
    s = x + y
    d = x - y
endfunction

% of arrays (host-functions-of-arrays.q)
function y = reversed(x, i)
    y = x[numel(x) - 1 - i]
endfunction

n = 6
a = zeros(n)
for i=0..n-1
    a[i] += twice_plus(i, 1)
endfor
print a
for i=0..n-1
    a[i] = between(i, 1, 4)
endfor
print a
for i=0..n-1
    a[i] = square_plus_one(i)
endfor
print a
for i=0..n-1
    a[i] = factorial(i)
endfor
print a
for i=0..n-1
    a[i] = scaled(i)
endfor
print a
total = 0.0
other = 0.0
for i=0..3
    [s, d] = sum_and_difference(i, 1)
    total += s
    other += 2*d + 2.5
endfor
print total, " ", other
b = [0.0, 2.0, 1.0, 3.0]
c = zeros(4)
for i=0..3
    c[i] = reversed(b, i)
endfor
print c

% the elements of an array by what a function says, and the loop in order
t = 99
for i=0..3
    t = square_plus_one(0)*t + 1
    c[i] = t
endfor
print c
