% proves: 8.2 rows of a table that is looked up: lists of indices that are rows, expressions, variables, whole numbers, in matrices and cubes, beside a subscript, in functions and lambdas; and rows as variables that are stored again
% expect: stdout
%> [ 0, 0, 0]
%> [ 0, 0, 0]
%> [ 0, 0, 0]
%> [ 0, 0, 0]
%> [ 0, 0, 0]
%> [ 0, 0]

% Largest difference of what both make.
function d = difference(a, b)
    d = max(abs(a - b))
endfunction

function y = element_by_element(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = t[floor(x[i,j])]
        endfor
    endfor
endfunction

% Indices that are outside read 0, as elements do.
function y = by_rows(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = t[floor(x[i,:])]
    endfor
endfunction

function y = by_columns(x, t)
    y = zeros(size(x))
    for j=0..size(x,1)-1
        y[:,j] = t[floor(x[:,j])]
    endfor
endfunction

function y = by_variables(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        k = floor(x[i,:])
        r = t[k]
        y[i,:] = r
    endfor
endfunction

function y = with_step(x, t)
    y = zeros(size(x))
    m = size(x,1)
    for i=0..size(x,0)-1
        y[i,0..2..m-1] = t[floor(x[i,0..2..m-1])]
        y[i,1..2..m-1] = t[floor(x[i,1..2..m-1])]
    endfor
endfunction

function y = of_integers(x, t)
    y = zeros(size(x))
    k = int(floor(x))
    for i=0..size(x,0)-1
        y[i,:] = t[k[i,:]]
    endfor
endfunction

look = (r, t) -> t[floor(r)]
function y = by_lambda(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = look(x[i,:], t)
    endfor
endfunction

function y = of_planes(x, t)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:,:] = t[floor(x[i,:,:])]
    endfor
endfunction

% A list beside a subscript: columns in another order, of each row and of each plane.
function y = other_order(x, p)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        y[i,:] = x[i,p]
    endfor
endfunction

function y = other_order_by_elements(x, p)
    y = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            y[i,j] = x[i,p[j]]
        endfor
    endfor
endfunction

function s = rows_in_other_order(x, p)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        s[j] = sum(x[p,j] .* x[:,j])
    endfor
endfunction

function s = rows_by_elements(x, p)
    s = zeros(size(x,1))
    for j=0..size(x,1)-1
        t = 0.0
        for i=0..size(x,0)-1
            t += x[p[i],j] * x[i,j]
        endfor
        s[j] = t
    endfor
endfunction

% The row that is stored is that before the store, in whichever order its elements are written.
function y = to_and_fro(x)
    y = copy(x)
    m = size(x,1)
    for i=0..size(x,0)-1
        r = y[i,:]
        y[i,:] = r[m-1..-1..0]
    endfor
endfunction

function y = shifted(x)
    y = copy(x)
    m = size(x,1)
    for i=0..size(x,0)-1
        r = y[i,0..m-2]
        y[i,1..m-1] = 2*r
    endfor
endfunction

function y = shifted_by_elements(x)
    y = copy(x)
    for i=0..size(x,0)-1
        for j=1..size(x,1)-1
            y[i,j] = 2*x[i,j-1]
        endfor
    endfor
endfunction

% A mask selects: no list of indices.
function s = selected(x)
    s = zeros(size(x,0))
    for i=0..size(x,0)-1
        r = x[i,:]
        s[i] = numel(r[r > 20])
    endfor
endfunction

function [] = main()
    n = 70
    m = 90
    x = mod(repmat((0..m-1)*7, [n,1]) + repmat(transpose((0..n-1)*13), [1,m]), 43) - 0.5
    t = (0..39).^2
    right = element_by_element(x, t)
    print([difference(right, by_rows(x,t)), difference(right, by_columns(x,t)), difference(right, by_variables(x,t))])
    print([difference(right, with_step(x,t)), difference(right, of_integers(x,t)), difference(element_by_element(mod(x,40),t), by_lambda(mod(x,40),t))])
    c = zeros(6,n,m)
    right3 = zeros(6,n,m)
    for k=0..5
        c[k,:,:] = mod(x+k, 40)
        right3[k,:,:] = element_by_element(mod(x+k, 40), t)
    endfor
    p = mod((0..m-1)*11, m)
    q = mod((0..n-1)*11, n)
    print([difference(right3, of_planes(c,t)), difference(other_order(x,p), other_order_by_elements(x,p)), _
           difference(other_order(x,p + 0.0), other_order_by_elements(x,p))])
    print([difference(rows_in_other_order(x,q), rows_by_elements(x,q)), difference(shifted(x), shifted_by_elements(x)), _
           difference(to_and_fro(x), fliplr(x))])
    small = [3, 1, 4, 1, 5]
    print([difference(by_rows(mod(x,7)-0.5, small), element_by_element(mod(x,7)-0.5, small)), _
           difference(by_columns(mod(x,7)-0.5, small), element_by_element(mod(x,7)-0.5, small)), _
           difference(by_variables(mod(x,7)-0.5, small), element_by_element(mod(x,7)-0.5, small))])
    s = zeros(n)
    for i=0..n-1
        for j=0..m-1
            s[i] += x[i,j] > 20
        endfor
    endfor
    print([difference(s, selected(x)), 0])
endfunction
