% proves: 8.2 assignments of parts that follow each other do what each of them says, in their order
% expect: stdout
%> channels 2.5 -10 65 1.94783e+09
%> named 5 0 27 1.30193e+07
%> kept 1 14 0 7.48906e+06
%> 154992
%> in order 1 12 48 1.41839e+07
%> same place 23 3 62 8.93506e+06
%> overlapping 1 14 32 3.8466e+06
%> of one another 30 10 100 6.87554e+07
%> of other sizes 16 28 0 1.99995e+06
%> with numbers 0 36 3 1.58551e+07
%> complex numbers -2 -26 0 8.77761e+06
%> named first 100 112 90 8.17716e+07
%> named twice 100 112 90 8.17716e+07
%> slope 0 15.2315 0 3.91773e+06
%> named before 1 22 94 5.40247e+07
%> rows 5 22 3244
%> the slice 51..100 does not fit: index 100 in dimension 0 is outside x, a 100-by-100 matrix: there, indices are 0 to 99
%> caught 1 13 0 1.78752e+06
%> integers 0 4 30
%> one element 0.75 17 10 1.06637e+07
%> small 2.75
%> empty 0
%> NaN 1 1 0 10938
%> operator + needs arrays of the same size, but the left one is 100 x 1 and the right one is 1 x 100
%> the sizes of an assignment differ: the part of y is 50 x 100, the value is 49 x 100

function y = channels(x)
    y = zeros(size(x))
    y[:,:,0] = 0.25*x[:,:,0] + 0.5*x[:,:,1]
    y[:,:,1] = x[:,:,0] - x[:,:,2]
    y[:,:,2] = x[:,:,2].*x[:,:,2] + 1
endfunction
function y = named(x)
    r = x[:,:,0]
    g = x[:,:,1]
    y = zeros(size(x))
    y[:,:,0] = r + g
    y[:,:,2] = r - g
endfunction
% What is named is needed afterwards, too.
function [y, s] = kept(x)
    r = x[:,:,0]
    y = zeros(size(x))
    y[:,:,0] = r + 1
    y[:,:,1] = r + 2
    s = sum(r)
endfunction
% The second reads what the first has written: at the same place, or beside it.
function y = in_order(y)
    y[0..98,:] = y[0..98,:] + 1
    y[1..99,:] = y[0..98,:] .* 2
endfunction
function y = same_place(y)
    y[:,0..49] = y[:,50..99] + 1
    y[:,50..99] = y[:,0..49] .* 2
endfunction
function y = overlapping(x)
    y = zeros(100, 100)
    y[0..79,:] = x[0..79,:] + 1
    y[20..99,:] = x[20..99,:] + 2
endfunction
function y = of_one_another(x)
    a = x[0..49,:]
    x[0..49,:] = x[50..99,:] + 0
    x[50..99,:] = a + 100
    y = x
endfunction
function y = of_other_sizes(x)
    y = zeros(100, 100)
    y[0..49,:] = x[0..49,:] + 1
    y[:,0..9] = x[:,90..99] + 2
endfunction
function y = with_numbers(x, c)
    y = zeros(100, 100)
    y[0..49,:] = c .* x[0..49,:]
    y[50..99,:] = c - x[0..49,:]
endfunction
function y = of_complex(x, c)
    y = complex(zeros(100, 100), ones(100, 100))
    y[0..49,:] = c .* x[0..49,:]
    y[50..99,:] = conj(x[0..49,:]) - c
endfunction
% What is named keeps what it had when it was named.
function y = stale(x)
    y = zeros(100, 100)
    a = x[0..49,:]
    x[0..49,:] = x[50..99,:] + 0
    y[0..49,:] = a + 100
    y[50..99,:] = x[0..49,:] .* 3
endfunction
function y = renamed(x)
    y = zeros(100, 100)
    a = x[0..49,:]
    y[0..49,:] = a + 100
    a = x[50..99,:]
    y[50..99,:] = a .* 3
endfunction
function g = slope(x)
    [n, m] = size(x)
    u = x[2..n-1,1..m-2] - x[0..n-3,1..m-2]
    v = x[1..n-2,2..m-1] - x[1..n-2,0..m-3]
    g = zeros(n, m)
    g[1..n-2,1..m-2] = sqrt(u.*u + v.*v)
endfunction
function g = named_before(x, g)
    u = x[0..98,:] + g[0..98,:]
    g = ones(100, 100)
    g[1..99,:] = u .* 2
endfunction
function [a, b] = rows(x)
    a = zeros(100)
    b = zeros(100)
    a[0..99] = x[3,:] + 1
    b[0..99] = x[4,:] + a[0..99]
endfunction
function [a, b] = rows_and_columns(x)
    a = zeros(100)
    b = zeros(100)
    a[0..99] = x[3,:] + 1
    b[0..99] = x[:,4] + a[0..99]
endfunction
function y = planes(c)
    y = zeros(100, 3, 100)
    y[:,0,:] = c[:,0,:] + 1
    y[:,1,:] = c[:,:,1] + 1
endfunction
function y = caught(x)
    y = zeros(100, 100)
    try
        y[0..49,:] = x[0..49,:] + 1
        y[50..99,:] = x[51..100,:] + 1
    catch told
        print(told)
    endtry
endfunction
function y = mixed_sizes(x)
    y = zeros(100, 100)
    y[0..49,:] = x[0..49,:] + 1
    y[50..99,:] = x[0..48,:] + 1
endfunction
function y = integers(x)
    y = imat(100, 100)
    y[0..49,:] = x[0..49,:] / 3
    y[50..99,:] = x[50..99,:] + 0.75
endfunction

function x = numbers(n, m, k)
    x = k > 1 ? zeros(n, m, k) : zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            for c=0..k-1
                x[i,j,c] = mod(7*i + 3*j + 5*c, 32)
            endfor
        endfor
    endfor
endfunction
function [] = show(name, y)
    printf("%s %g %g %g %g\n", name, y[0,0], y[49,7], y[99,99], sum(y .* y))
endfunction
function [] = show_cube(name, y)
    printf("%s %g %g %g %g\n", name, y[0,0,0], y[49,7,1], y[99,99,2], sum(y .* y))
endfunction

function [] = main()
    c = numbers(100, 100, 3)
    x = numbers(100, 100, 1)
    show_cube("channels", channels(c))
    show_cube("named", named(c))
    [y, s] = kept(c)
    show_cube("kept", y)
    printf("%g\n", s)
    show("in order", in_order(copy(x)))
    show("same place", same_place(copy(x)))
    show("overlapping", overlapping(x))
    show("of one another", of_one_another(copy(x)))
    show("of other sizes", of_other_sizes(x))
    show("with numbers", with_numbers(x, 3))
    show("complex numbers", real(of_complex(complex(x, 1+x), 2i)))
    show("named first", stale(copy(x)))
    show("named twice", renamed(x))
    show("slope", slope(x))
    show("named before", named_before(x, x + 1))
    [a, b] = rows(x)
    printf("rows %g %g %g\n", a[5], b[6], sum(b))
    show("caught", caught(x))
    k = integers(x)
    printf("integers %d %d %d\n", k[0,0], k[49,7], k[99,99])
    show_cube("one element", channels(ones(100, 100, 3)) + numbers(100, 100, 3))
    printf("small %g\n", sum(channels(ones(1, 1, 3))))
    printf("empty %d\n", numel(channels(zeros(0, 5, 3))))
    show_cube("NaN", isnan(channels(c ./ 0)) .* 1.0)
    try
        [a, b] = rows_and_columns(x)
        a[0] = b[0]
    catch told
        print(told)
    endtry
    try
        y = planes(numbers(100, 100, 100))
        y[0,0,0] = 1
    catch told
        print(told)
    endtry
    try
        y = mixed_sizes(x)
        y[0,0] = 1
    catch told
        print(told)
    endtry
endfunction
