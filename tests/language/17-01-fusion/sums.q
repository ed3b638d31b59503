% proves: 17.1.6 a sum, mean, product, minimum or maximum of what launches before it compute ends their group, and so do loops that sum up
% expect: ok
function y = doubled(x)
    t = x .* 2
    y = t + 1
endfunction
function [s, m, l, p, q] = f(x : mat)
    {!kernel_fusion strategy="smart"}
    y = doubled(x)
    s = sum(y .* y)
    z = y - 3
    m = max(abs(z))
    u = z .* 2
    l = 0.0
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            l += u[i,j]
        endfor
    endfor
    p = prod((u .* 0) + 1) + mean(doubled(u))
    q = min(doubled(doubled(u)))
    % what the sums have read is there afterwards
    l += u[1,1] + z[2,2] + y[3,3]
endfunction
% of nothing but infinities the search for the largest begins again, interpreted
function m = infinite(x : mat)
    {!kernel_fusion strategy="smart"}
    t = x .* 2
    m = max(doubled(t))
endfunction
% an error of a launch before the sum is the one that is raised
function [] = __kernel__ careful(x : mat, y : mat, pos : ivec2)
    assert(x[pos] < 50, "too large")
    y[pos] = x[pos]
endfunction
function s = failing(x : mat)
    {!kernel_fusion strategy="smart"}
    y = zeros(size(x))
    parallel_do(size(x), x, y, careful)
    t = x + 1
    s = sum(t .* t)
endfunction

x = mod(reshape(0..5999,[60,100]), 8)
[s, m, l, p, q] = f(x)
y = 2*x + 1
z = y - 3
u = 2*z
total = 0.0
for i=0..59
    for j=0..99
        total += u[i,j]
    endfor
endfor
assert(s == sum(y.*y) && m == max(abs(z)) && l == total + u[1,1] + z[2,2] + y[3,3])
assert(abs(p - (1 + mean(2*u + 1))) < 1e-4 && q == min(4*u + 3))
assert(infinite(x - inf) == -inf)
assert(failing(x) == sum((x+1).^2))
told = ""
try
    s = failing(x * 10)
    print s
catch ex
    told = ex.message
endtry
assert(strfind(told, "too large") >= 0)
print "ok"
