% proves: 8 what an expression of arrays calls with numbers alone is computed in double precision, and with complex ones
% expect: stdout
%> 5000 5000 6103.51562 5000
%> 25000 5000 5000 10000 2 5 8
%> 5000
%> 20000
function y = f1(x, a)
    y = x .* mod(a, 2)
endfunction
function y = f2(x, a)
    y = x + (floor(a/2)*2 - 16777216)
endfunction
function s = f3(x, a)
    s = sum(x .* (sqrt(a) - sqrt(a - 1))*1e4)
endfunction
function y = f4(x, a)
    d = (x - 1) + (abs(a) - 16777216)
    y = d .* 1
endfunction
function y = f5(x, c)
    y = x .* abs(c)
endfunction
function y = f6(x, a)
    y = x .* (max(a, 3) - 16777216)
endfunction
function y = f7(y, a)
    y[y > 0] = mod(a, 2)
endfunction
function y = f8(y, x, a)
    y[0..4999] = x[0..4999] + mod(a, 2)
endfunction
function y = f9(x, a)
    y = x .* real(sqrt(complex(a, 0)))
endfunction
function y = f10(x, a)
    y = x .* abs(complex(3, a)) 
endfunction
function y = f11(x, a)
    y = x .* shl(1, a)
endfunction
function [] = main()
    x = ones(5000)
    a = 16777217.0
    printf("%d %d %.9g %d", sum(f1(x,a)), sum(f2(x, a)), f3(x, a), sum(f4(x,a)))
    printf("%g %d %d %d %g %g %g", sum(f5(x, complex(3,4))), sum(f6(x, a)), sum(f7(copy(x),a)), sum(f8(copy(x),x,a)), f9(x,4.0)[1], f10(x, 4)[1],f11(x,3)[2])
    printf("%d", sum(f1(x, int(2^53)+1)))
    try
        printf("%d", sum(f11(x, 2.5)))
    catch e
        print(e.message)
    endtry
endfunction
