% proves: 2.1 assignments to what a mask selects, computed where the elements lie, are those of the elements one by one
% expect: stdout
%> below -1 -1 7 9 600
%> own 0.5 -2 2 0 -40
%> selected 1 5 9.25 11.25 1195
%> whole 1 3 71 91 7260
%> listed 1 3 0 2 2190
%> vector -1 -1 7 9 600
%> index 1 100 7 9 997
%> mask as index 1 3 100 100 8300
%> nothing 1 3 7 9 900
%> integers -1 -1 7 9 600
%> complex 760 740 3
%> NaN 7 inf
%> empty 0
%> shared 70
%> a mask needs the size of what it selects from: y is 10 x 20, the mask is 10 x 19
%> the sizes of an assignment differ: the part of y is 1 x 60, the value is 1 x 5

function y = below(x, limit)
    y = copy(x)
    y[x <= limit] = -1
endfunction
function y = own(y)
    y[y > 2 && y < 5] = 0
    y[!(y > -4)] = 0.5
endfunction
function y = of_selected(x, z)
    y = copy(x)
    m = z > 3
    y[m] = z[m] .* 2 - x[m]
    y[z > 7] = y[z > 7] + 0.25
endfunction
% Of an array of the same size those elements count that the mask selects.
function y = of_whole(x, z)
    y = copy(x)
    m = x > 4
    y[m] = z
    y[x > 6] = z + 1
endfunction
function y = listed(x, v)
    y = copy(x)
    y[x > 6] = v
endfunction
function y = by_index(x, k)
    y = copy(x)
    y[k] = 100
endfunction
function y = complexes(x, m)
    y = complex(x, x)
    y[m] = 1i
    y[x > 8] = 3
endfunction

function x = numbers(n)
    x = zeros(1, n)
    for k=0..n-1
        x[0,k] = mod(k, 10)
    endfor
endfunction

function k = whole(x)
    k = imat(size(x,0), size(x,1))
    k[:,:] = x
endfunction

function [] = show(name, y)
    printf("%s %g %g %g %g %g\n", name, y[1], y[3], y[7], y[9], sum(y))
endfunction

function [] = main()
    x = reshape(numbers(200), [10, 20])
    f = (y) -> reshape(y, [1, 200])
    show("below", f(below(x, 4)))
    show("own", f(own(x - 5)))
    show("selected", f(of_selected(x, x + 1)))
    show("whole", f(of_whole(x, x .* 10)))
    show("listed", f(listed(x, (0..59) .* 1)))
    show("vector", below(numbers(200), 4))
    show("index", by_index(numbers(200), 3))
    show("mask as index", by_index(numbers(200), numbers(200) > 5))
    show("nothing", f(below(x, -1)))
    show("integers", f(below(whole(x), 4)))
    z = complexes(x, x < 2)
    printf("complex %g %g %g\n", sum(real(z)), sum(imag(z)), real(z[0,9]))
    n = x ./ 0
    n[n != n] = 7
    printf("NaN %g %g\n", n[0,0], n[0,1])
    e = zeros(0, 4)
    e[e > 1] = 2
    printf("empty %d\n", numel(e))
    a = numbers(200)
    b = a
    b[b > 8] = 70
    printf("shared %g\n", a[0,9])
    try
        y = by_index(x, ones(10, 19) > 0)
        y[0,0] = 1
    catch told
        print(told)
    endtry
    try
        y = listed(x, 1..5)
        y[0,0] = 1
    catch told
        print(told)
    endtry
endfunction
