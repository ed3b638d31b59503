% proves: 8.2 a vector, a matrix or a matrix of one row that iterations of a loop give new values made of the old ones (s = s + x[i,:], +=, *=, max, weighted, under conditions, two that use each other, planes, beside rows that are stored) is the loop over its elements; another name of what it was before keeps that; elements of it elsewhere, other lengths, other types and columns are as interpreted
% expect: stdout
%> [ 0, 0, 0, 0, 0, 0]
%> [ 0, 0, 0, 0, 0, 0]
%> [ 0, 0, 0, 0]
%> [ 1, 90] [ 70, 90] [ 1, 90]
%> 7 0
%> operator + needs arrays of the same size, but the left one is 1 x 88 and the right one is 1 x 90

function d = difference(a, b)
    d = max(abs(a - b))
endfunction

function s = added(x, s)
    for i=0..size(x,0)-1
        s = s + x[i,:]
    endfor
endfunction

function s = added_in_place(x, s)
    for i=0..size(x,0)-1
        s += x[i,:]
    endfor
endfunction

function s = added_elements(x)
    s = zeros(size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s[j] += x[i,j]
        endfor
    endfor
endfunction

function s = weighted(x, s, w)
    for i=0..size(x,0)-1
        s = 0.5*s + w[i]*x[i,:]
        s *= 0.75
        s = s - 1
    endfor
endfunction

function s = weighted_elements(x, w)
    s = zeros(size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s[j] = (0.5*s[j] + w[i]*x[i,j])*0.75 - 1
        endfor
    endfor
endfunction

function [s, t] = largest(x, s, w)
    t = s + 0
    for i=0..size(x,0)-1
        s = max(s, x[i,:])
        if w[i] > 2
            t = t + s
        endif
    endfor
endfunction

function [s, t] = largest_elements(x, w)
    s = zeros(size(x,1))
    t = zeros(size(x,1))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            s[j] = max(s[j], x[i,j])
            if w[i] > 2
                t[j] += s[j]
            endif
        endfor
    endfor
endfunction

% The running sum of rows, stored in each iteration.
function [y, s] = running(x, s)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        s += x[i,:]
        y[i,:] = 2*s
    endfor
endfunction

function y = running_elements(x)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        s = 0.0
        for i=0..size(x,0)-1
            s += x[i,j]
            y[i,j] = 2*s
        endfor
    endfor
endfunction

function s = planes(c)
    s = zeros(size(c,0), size(c,1))
    for k=0..size(c,2)-1
        s = s + c[:,:,k]*(k + 1)
    endfor
endfunction

function s = planes_elements(c)
    s = zeros(size(c,0), size(c,1))
    for k=0..size(c,2)-1
        for i=0..size(c,0)-1
            for j=0..size(c,1)-1
                s[i,j] += c[i,j,k]*(k + 1)
            endfor
        endfor
    endfor
endfunction

% Inside of an inner loop, and of two levels.
function s = inner(x, s)
    for i=0..size(x,0)-3
        for k=0..2
            s = s + x[i+k,:]*(k + 1)
        endfor
    endfor
endfunction

function s = inner_elements(x)
    s = zeros(size(x,1))
    for i=0..size(x,0)-3
        for k=0..2
            for j=0..size(x,1)-1
                s[j] += x[i+k,j]*(k + 1)
            endfor
        endfor
    endfor
endfunction

% Another element of the vector, the vector in the other direction: read before it gets its new value.
function s = by_first(x, s)
    for i=0..size(x,0)-1
        s = s*0.5 + x[i,:] + s[0]*0.125
    endfor
endfunction

function s = turned(x, s)
    m = numel(s)
    for i=0..size(x,0)-1
        s = 0.5*s[m-1..-1..0] + x[i,:]
    endfor
endfunction

function s = interpreted_first(x, s)
    {!interpreted for}
    for i=0..size(x,0)-1
        s = s*0.5 + x[i,:] + s[0]*0.125
    endfor
endfunction

function s = interpreted_turned(x, s)
    m = numel(s)
    {!interpreted for}
    for i=0..size(x,0)-1
        s = 0.5*s[m-1..-1..0] + x[i,:]
    endfor
endfunction

% The old value lives on, before the loop and in each iteration.
function d = kept(x, s)
    before = s
    d = 0.0
    for i=0..size(x,0)-1
        s = s + x[i,:]
    endfor
    d = max(abs(before))
endfunction

function total = changes(x, s)
    total = 0.0
    for i=0..size(x,0)-1
        old = s
        s = s + x[i,:]
        total += sum(s - old)
    endfor
endfunction

% A number at first; integers; a column.
function s = from_number(x)
    s = 0
    for i=0..size(x,0)-1
        s = s + x[i,:]
    endfor
endfunction

function s = of_integers(x)
    s = vec[int](size(x,1))
    for i=0..size(x,0)-1
        s = s + x[i,:]
    endfor
endfunction

function s = of_columns(x)
    s = zeros(size(x,0), 1)
    for j=0..size(x,1)-1
        s = s + x[:,j]
    endfor
endfunction

% No iterations leave it as it is.
function s = never(x, s)
    for i=numel(s)..4
        s = s + x[i,:]
    endfor
endfunction

function [] = main()
    n = 70
    m = 90
    x = mod(repmat((0..m-1)*7, [n,1]) + repmat(transpose((0..n-1)*13), [1,m]), 43) + 0.5
    w = mod((0..n-1)*3, 7) + 0.0
    right = added_elements(x)
    print([difference(added(x, zeros(m)), right), difference(added(x, zeros(1,m)), right), _
           difference(added_in_place(x, zeros(m)), right), difference(weighted(x, zeros(m), w), weighted_elements(x, w)) > 1e-3, _
           difference(inner(x, zeros(m)), inner_elements(x)), difference(from_number(x), right)])
    [s, t] = largest(x, zeros(m), w)
    [s2, t2] = largest_elements(x, w)
    [y, s3] = running(x, zeros(1,m))
    c = reshape(mod((0..20*30*4-1)*7, 31), [20,30,4]) + 0.5
    print([difference(s, s2), difference(t, t2), difference(y, running_elements(x)), difference(s3, right), _
           difference(planes(c), planes_elements(c)), difference(never(x, x[3,:]), x[3,:])])
    print([difference(by_first(x, zeros(m)), interpreted_first(x, zeros(m))) > 1e-3, _
           difference(turned(x, zeros(m)), interpreted_turned(x, zeros(m))) > 1e-3, _
           difference(of_integers(x), right), difference(transpose(of_columns(x)), transpose(sum(x, 1)))])
    print(size(added(x, zeros(1,m))), " ", size(x), " ", size(added(x, zeros(m))))
    print(kept(x, 7*ones(m)), " ", changes(x, zeros(m)) - sum(x))
    try
        s = added(x, zeros(88))
    catch e
        print(e)
    endtry
endfunction
