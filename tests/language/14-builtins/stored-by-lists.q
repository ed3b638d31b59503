% proves: 2.1 what a list of indices, or a mask, selects gets values that are no expression, and errors are told
% expect: stdout
%> list 100 100
%> the sizes of an assignment differ: the part of y is 1 x 100, the value is 1 x 99
%> computed list 4950
%> mask 4950 100
%> steps 297
%> max: the array is empty
%> min: the array is empty
%> largest 199
%> the slice 0..200 does not fit: index 100 in dimension 0 is outside x, a 100-by-100 matrix: there, indices are 0 to 99

function y = stored(k, v)
    y = zeros(200)
    y[k] = v
endfunction
function y = stored_behind(k)
    y = zeros(200)
    y[k+2] = k
endfunction
function y = turned(x)
    y = zeros(10, 10)
    m = x >= 0
    y[m] = transpose(x)
endfunction
function y = part(x)
    y = zeros(100)
    y[y == 0] = x[0..99]
endfunction
% Steps before a statement that are one with it.
function y = in_steps(y, x)
    r = 1000
    r = x .* 2
    y[0..98] += r + 1
endfunction
function s = largest(x, t)
    k = ivec(200)
    k[0..199] = x
    s = max(k[k > t])
endfunction
function s = smallest(x, t)
    k = ivec(200)
    k[0..199] = x
    s = min(k[k > t])
endfunction
% The first error is told.
function y = too_long(x, n)
    u = x[0..200,:] - x[1..201,:]
    y = zeros(n, 5)
    y[0..200,:] = u .* 2
endfunction

function [] = main()
    k = ivec(100)
    k[0..99] = 0..99
    y = stored(k, ones(100))
    printf("list %g %g\n", sum(y), numel(y[0..99]))
    try
        y = stored(k, ones(99))
        y[0] = 1
    catch told
        print(told)
    endtry
    printf("computed list %g\n", sum(stored_behind(k)))
    printf("mask %g %g\n", sum(turned(reshape(0..99, [10, 10]))), sum(part(ones(200))))
    x = ones(99)
    printf("steps %g\n", sum(in_steps(zeros(100), x)))
    try
        print(largest(0..199, 200))
    catch told
        print(told)
    endtry
    try
        print(smallest(0..199, 200))
    catch told
        print(told)
    endtry
    printf("largest %d\n", largest(0..199, 20))
    try
        y = too_long(zeros(100, 100), -1)
        y[0] = 1
    catch told
        print(told)
    endtry
endfunction
