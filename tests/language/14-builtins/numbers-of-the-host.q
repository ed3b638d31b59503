% proves: 8 what an expression computes of numbers alone is computed in double precision, whatever the arrays are
% expect: stdout
%> products 5000
%> sums 10000 5000 5000
%> reduced 5000
%> steps 10000
%> calls 5000 5000
%> tables 5000
%> integers 5000
%> overflow 5000
%> conditions 5000
%> with an array 1
%> wrapped 0 -9.2233720368547758e+18 9.2233720368547758e+18 -9.2233720368547758e+18 0
%> masked 5000 10000 5000 5000
%> together 5000 10000

function y = scaled(x, a)
    y = x .* (a - 16777216)
endfunction
function y = assigned(y, x, a)
    y[0..4999] = x[0..4999] + (a - 16777216)
endfunction
function y = negative(y, x, a)
    y[0..4999] = x[0..4999] .* -(16777216 - a)
endfunction
function y = around(x, a, b)
    y = (a - b) .* x
endfunction
function s = total(x, a)
    s = sum(x .* (a - 16777216))
endfunction
function y = in_steps(x, a)
    d = x .* (a - 16777216)
    y = d + d
endfunction
function y = of_a_call(x, a)
    y = max(x .* 0, abs(a - 16777216))
endfunction
function y = of_a_quotient(x, a, b)
    y = x .* floor(a/b)
endfunction
function y = looked_up(t, k, a)
    y = t[k + (a - 16777216)] + 0
endfunction
function y = whole(x, k)
    y = x .* (k - 16777216)
endfunction
function y = large(x, a)
    y = x .* (a .* a / (a .* 1e30))
endfunction
function y = chosen(x, a)
    y = x .* (a == 16777217)
endfunction
function y = product(x, p, q)
    y = x .* (p*q)
endfunction
function y = plus(x, p, q)
    y = x .* (p + q)
endfunction
function y = minus(x, p, q)
    y = x .* (p - q)
endfunction
function y = negated(x, p)
    y = x .* (-(p + 0))
endfunction
function y = selected(y, a)
    y[y >= 0] = a - 16777216
endfunction
function y = added(y, a)
    y[y >= 0] += a - 16777216
endfunction
function y = under(y, a)
    y[y > a - 16777217] = 1
endfunction
function s = sum_under(x, a)
    s = sum(x[x == a - 16777216])
endfunction
function y = halves(y, a, b)
    y[0..2499] = a - 16777216
    y[2500..4999] = b - 16777216
endfunction
function y = halves_of(y, x, a, b)
    y[0..2499] = x[0..2499] + (a - b)
    y[2500..4999] = x[2500..4999] + (a - b)
endfunction

function [] = main()
    x = ones(5000)
    a = 16777217.0
    t = zeros(5002)
    t[1..5001] = 1
    printf("products %d", sum(scaled(x, a)))
    printf("sums %d %d %d", sum(assigned(copy(x), x, a)), sum(negative(copy(x), x, a)), sum(around(x, a, 16777216.0)))
    printf("reduced %d", total(x, a))
    printf("steps %d", sum(in_steps(x, a)))
    printf("calls %d %d", sum(of_a_call(x, a)), sum(of_a_quotient(x, 1e300, 1e300)))
    printf("tables %d", sum(looked_up(t, int(0..4999), a)))
    printf("integers %d", sum(whole(x, 16777217)))
    printf("overflow %d", sum(large(x, 1e30)))
    printf("conditions %d", sum(chosen(x, a)))
    printf("with an array %d", sum(scaled(x, x + 16777215)) == 0)
    p = int(2^62)
    q = p + (p - 1)
    printf("wrapped %.17g %.17g %.17g %.17g %.17g", product(x, p, int(4))[3], plus(x, q, int(1))[3],
        minus(x, -q - 1, int(1))[3], negated(x, -q - 1)[3], sum(product(x, p, int(4))))
    printf("masked %d %d %d %d", sum(selected(copy(x), a)), sum(added(copy(x), a)), sum(under(copy(x), a)), sum_under(x, a))
    printf("together %d %d", sum(halves(copy(x), a, a)), sum(halves_of(copy(x), x, a, 16777216.0)))
endfunction
