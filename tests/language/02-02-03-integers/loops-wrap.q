% proves: 2.2.3 sums and products of integers wrap at 64 bits in compiled loops, and powers of numbers of the text are whole
% expect: stdout
%> 1001 -9223372036854775808 2305843009213693952 2305843009213693952 2305843009213693952 9.2325954088916306e+21
%> 1003 -9223372036854775808 6917529027641081856 6917529027641081856 6917529027641081856 9.2510421529653401e+21
%> 100003 -9223372036854775808 6917529027641081856 6917529027641081856 6917529027641081856 9.2236487380158815e+23
%> 4611686018427387904 -4611686018427387904 0
%> 190734863281250000 1 1e+20
%> int 0 4611686018427387904
function q = sum_of_products(n)
    q = 0
    for i=0..n-1
        q += int(2^61)*4
    endfor
endfunction
function q = sum_of_powers(n)
    q = 0
    for i=0..n-1
        q += 2^61
    endfor
endfunction
function q = sum_of(n, k)
    q = 0
    for i=0..n-1
        q += k
    endfor
endfunction
function q = sum_in_order(n)
    q = 0
    {!serial for}
    for i=0..n-1
        q += int(2^61)
    endfor
endfunction
function q = sum_of_scalars(n)
    q = 0.0
    for i=0..n-1
        q += 2^63
    endfor
endfunction
function y = products(n)
    y = zeros(n)
    for i=0..n-1
        s = int(2^61)*i
        y[i] = s
    endfor
endfunction
function q = powers(n)
    q = 0
    for i=0..n-1
        q += 5^20
    endfor
endfunction
function y = ones_of(n)
    y = zeros(n)
    for i=0..n-1
        y[i] = 1^1000000000000
    endfor
endfunction
function y = large(n)
    y = zeros(n)
    for i=0..n-1
        y[i] = 10^20
    endfor
endfunction
% imag of an integer is one
function s = with_imaginary(z, n)
    s = 0
    {!serial for}
    for i=0..n-1
        s += (z[i] + 3*imag(z[i]))*4
    endfor
endfunction
function [] = main()
    for n=[1001, 1003, 100003]
        printf("%d %d %d %d %d %.17g", n, sum_of_products(n), sum_of_powers(n), sum_of(n, int(2^61)), sum_in_order(n),
            sum_of_scalars(n))
    endfor
    y = products(100003)
    printf("%.19g %.19g %.19g", y[100002], y[6], y[100000])
    printf("%d %d %g", powers(2000), ones_of(2000)[7], large(2000)[7])
    z = int(ones(5) .* 2^61)
    printf("%s %d %d", type(with_imaginary(z, 4)), with_imaginary(z, 4), 2^62)
endfunction
