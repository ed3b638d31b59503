% proves: 8.2 parts of arrays that a loop assigns are as loops over their elements: rows, columns, planes, ranges with steps, several in a loop, numbers, under conditions, added up in order, in cubes, inside functions; rows of different lengths; sizes that differ are an error; a loop over no columns
% expect: stdout
%> [ 0, 0, 0, 0]
%> [ 0, 0, 0, 0]
%> [ 0, 0, 0, 0]
%> [ 0, 0, 0, 0]
%> [ 0, 8]
%> operator - needs arrays of the same size, but the left one is 1 x 90 and the right one is 1 x 88

function d = difference(a, b)
    d = max(abs(a - b))
endfunction

function y = elements(x, m, s)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = (x[i,j] - m[j]) * s[i]
        endfor
    endfor
endfunction

function y = rows(x, m, s)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = (x[i,:] - m) * s[i]
    endfor
endfunction

function y = columns(x, m, s)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        y[:,j] = (x[:,j] - m[j]) .* s[:,0]
    endfor
endfunction

function y = variables(x, m, s)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        r = x[i,:] - m
        f = s[i]
        y[i,:] = r * f
    endfor
endfunction

% In pieces, which together are all; from the other end.
function y = pieces(x, m, s)
    n = size(x,1)
    y = zeros(size(x))
    for i=size(x,0)-1..-1..0
        y[i,0..2..n-1] = (x[i,0..2..n-1] - m[0..2..n-1]) * s[i]
        y[i,1..2..n-1] = (x[i,1..2..n-1] - m[1..2..n-1]) * s[i]
    endfor
endfunction

function [y, z] = two_at_once(x, m, s)
    y = zeros(size(x))
    z = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = (x[i,:] - m) * s[i]
        z[i,:] = y[i,:] + 1
    endfor
endfunction

% z reads what y has beside it: not the same element.
function [y, z] = two_in_order(x)
    n = size(x,1)
    y = zeros(size(x))
    z = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = 2*x[i,:]
        z[i,0..n-2] = y[i,1..n-1]
    endfor
endfunction

function y = numbers(x, s)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = s[i]
    endfor
endfunction

function y = chosen(x, s)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        if s[i] > 3
            y[i,:] = x[i,:]
        else
            y[i,:] = -x[i,:]
        endif
    endfor
endfunction

function y = chosen_elements(x, s)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = s[i] > 3 ? x[i,j] : -x[i,j]
        endfor
    endfor
endfunction

% A row that changes its own order is read before it is written.
function y = turned(x)
    m = size(x,1)
    y = copy(x)
    for i=0..size(x,0)-1
        y[i,:] = y[i,m-1..-1..0] + y[i,:]
    endfor
endfunction

% Each row needs the one before.
function y = added_up(x)
    y = copy(x)
    for i=1..size(x,0)-1
        y[i,:] = y[i-1,:] + x[i,:]
    endfor
endfunction

% All rows into one.
function t = in_one(x)
    t = zeros(1, size(x,1))
    for i=0..size(x,0)-1
        t[0,:] += x[i,:]
    endfor
endfunction

function y = counted(x)
    y = zeros(size(x))
    n = 0
    for i=0..size(x,0)-1
        y[i,:] = x[i,:] + 1
        n += 1
    endfor
    y[0,0] += n
endfunction

function y = planes(c)
    y = zeros(size(c))
    for k=0..size(c,0)-1
        y[k,:,:] = 2*c[k,:,:] + k
    endfor
endfunction

function y = layers(c)
    y = zeros(size(c))
    for k=0..size(c,2)-1
        y[:,:,k] = 2*c[:,:,k] + k
    endfor
endfunction

function y = layers_by_rows(c)
    y = zeros(size(c))
    for k=0..size(c,2)-1
        for i=0..size(c,0)-1
            y[i,:,k] = 2*c[i,:,k] + k
        endfor
    endfor
endfunction

function y = layers_by_elements(c)
    y = zeros(size(c))
    for i=0..size(c,0)-1
        for j=0..size(c,1)-1
            for k=0..size(c,2)-1
                y[i,j,k] = 2*c[i,j,k] + k
            endfor
        endfor
    endfor
endfunction

function y = different_lengths(x)
    n = size(x,1)
    y = zeros(size(x))
    z = zeros(size(x,0), 5)
    for i=0..size(x,0)-1
        y[i,:] = x[i,:]
        z[i,:] = x[i,0..4]
    endfor
    y[:,0..4] = y[:,0..4] + z
endfunction


function y = nothing(x)
    y = zeros(size(x,0), 0)
    n = 0
    for i=0..size(x,0)-1
        y[i,:] = x[i,0..-1]
        n += 1
    endfor
endfunction

function [] = main()
    n = 70
    m = 90
    x = mod(repmat((0..m-1)*7, [n,1]) + repmat(transpose((0..n-1)*13), [1,m]), 43) + 0.5
    a = (0..m-1) + 0.0
    s = mod((0..n-1)*3, 7) + 0.0
    right = elements(x, a, s)
    [y, z] = two_at_once(x, a, s)
    print([difference(right, rows(x,a,s)), difference(right, columns(x,a,transpose(s))), _
           difference(right, variables(x,a,s)), difference(right, pieces(x,a,s))])
    [u, v] = two_in_order(x)
    print([difference(right, y), difference(right + 1, z), difference(u, 2*x), _
           difference(v[:,0..m-2], 2*x[:,1..m-1])])
    print([difference(numbers(x,s), repmat(transpose(s),[1,m])), difference(chosen(x,s), chosen_elements(x,s)), _
           difference(added_up(x), cumsum(x,0)), difference(in_one(x), sum(x,0))])
    c = zeros(12,n,m)
    for k=0..11
        c[k,:,:] = x + k
    endfor
    d = zeros(n,m,5)
    for k=0..4
        d[:,:,k] = x * k
    endfor
    print([difference(planes(c)[3,:,:], 2*c[3,:,:] + 3), difference(layers(d), layers_by_elements(d)), _
           difference(layers_by_rows(d), layers_by_elements(d)), _
           abs(counted(x)[0,0] - x[0,0] - 1 - n) + abs(different_lengths(x)[2,3] - 2*x[2,3])])
    print([numel(nothing(x)) + difference(turned(x), x + fliplr(x)), different_lengths(x)[2,8] - x[2,8] + 8])
    try
        y = rows(x, a[0..m-3], s)
        print("no error")
    catch e
        print(e)
    endtry
endfunction
