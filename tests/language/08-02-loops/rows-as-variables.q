% proves: 8.2 a variable that each iteration gives a row is that row, however it is used: written to, read once more behind, handed on
% expect: stdout
%> [ 4.5, 14.5, 24.5, 34.5]
%> [ 8.25, 8.25, 8.25, 8.25]
%> [ 45, 145, 245, 345]
%> [ -900, 5145, 5245, 5345]
%> [ 45, 190, 390, 590]
%> [ 303, 304, 305, 306]
%> [ 360040, 360140, 360240, 360340]
%> [ 9, 8, NaN, 6]

% The mean and the variance of each row, of whole numbers and of scalars.
function [m, v] = moments(x, n)
    m = zeros(n)
    v = zeros(n)
    for i=0..n-1
        r = x[i,:]
        m[i] = mean(r)
        v[i] = mean(r.*r) - mean(r)^2
    endfor
endfunction

% The row is not that of the array any more when the array has changed.
function s = before_the_store(x, n)
    s = zeros(n)
    for i=0..n-1
        r = x[i,:]
        x[i,0] = -1000
        s[i] = sum(r)
    endfor
endfunction

% A write to the row leaves the array alone.
function s = with_own_elements(x, n)
    s = zeros(n)
    for i=0..n-1
        r = x[i,:]
        if i == 0
            r[9] = -936
        else
            r[0] = 5000 + r[0]
        endif
        s[i] = sum(r)
    endfor
endfunction

% What an iteration hands on.
function s = with_the_one_before(x, n)
    s = zeros(n)
    p = zeros(10)
    for i=0..n-1
        s[i] = sum(x[i,:]) + sum(p)
        p = x[i,:]
    endfor
endfunction

% The indices are those of the assignment.
function s = with_moved_index(x, n)
    s = zeros(n)
    for i=0..n-1
        k = 0
        for j=0..9
            r = x[:,k]
            k += 3*(i == j)
            s[i] = i + r[30]
        endfor
    endfor
endfunction

% Each round of an inner loop has its own row.
function s = sums_of_all(x, n)
    s = zeros(n)
    for i=0..n-1
        for j=0..8
            r = x[100*j,:]
            s[i] += sum(r)
        endfor
        r2 = x[i,:]
        s[i] += sum(r2) - 410
    endfor
endfunction

function s = largest(x, n)
    s = zeros(n)
    for i=0..n-1
        r = x[i,0..1]
        s[i] = max(r)
    endfor
endfunction

function [] = main()
    n = 1000
    x = reshape(0..10*n-1, [n,10])
    [m, v] = moments(x, n)
    print m[0..3]
    [m, v] = moments(0.0 + x, n)
    print v[0..3]
    print before_the_store(copy(x), n)[0..3]
    print with_own_elements(x, n)[0..3]
    print with_the_one_before(x, n)[0..3]
    print with_moved_index(x, n)[0..3]
    print sums_of_all(x, n)[0..3]
    y = zeros(n, 2)
    y[0,:] = [9, 1]
    y[1,:] = [nan, 8]
    y[2,:] = [nan, nan]
    y[3,:] = [6, nan]
    print largest(y, n)[0..3]
endfunction
