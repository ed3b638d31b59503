% proves: 17.1.6 fused launches compute what they compute one by one: dead and living temporaries, neighbours, updates in place
% expect: ok
function [] = __kernel__ scale(x : mat, t : mat, g : scalar, pos : ivec2)
    t[pos] = x[pos] * g
endfunction
function [] = __kernel__ shifted(t : mat'circular, y : mat, pos : ivec2)
    y[pos] = t[pos[0]+1,pos[1]-1]
endfunction
function [] = __kernel__ cut(t : mat, pos : ivec2)
    if t[pos] < 3
        return
    endif
    t[pos] = 3
endfunction
function y = halved(x)
    t = x .* 0.5
    y = t + 1
endfunction

% a chain whose temporaries nobody needs
function y = chain(x : mat)
    {!kernel_fusion strategy="smart"}
    t = x .* 2 + 1
    y = zeros(size(x))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            y[m,n] = t[m,n] - x[m,n]
        endfor
    endfor
    y = abs(y) + halved(t)
endfunction
% a neighbour is read: not the work item's own position
function y = neighbours(x : mat)
    {!kernel_fusion strategy="smart"}
    t = zeros(size(x))
    y = zeros(size(x))
    parallel_do(size(x), x, t, 2.0, scale)
    parallel_do(size(x), t, y, shifted)
    parallel_do(size(x), y, cut)
endfunction
% written for some work items only, so that what it held before counts
function [y, t] = partly(x : mat)
    {!kernel_fusion strategy="noreordering"}
    t = ones(size(x))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            if x[m,n] > 2
                t[m,n] = x[m,n]
            endif
        endfor
    endfor
    y = t .* 10
    t += y
endfunction
% host code reads and writes between them
function y = between(x : mat)
    {!kernel_fusion strategy="smart"}
    t = x + 1
    a = t[2,3]
    t[0,0] = 100
    y = t .* a
    t[0,1] = 1000
endfunction
% the same array under two names
function y = aliases(x : mat)
    {!kernel_fusion strategy="manual"}
    t = x + 0
    u = t
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            u[m,n] = u[m,n] + 1
        endfor
    endfor
    y = t .* u
endfunction
% it is called again and again, and calls itself fused
function y = again(x : mat, depth : int)
    {!kernel_fusion strategy="smart"}
    t = x + 1
    {!kernel_fusion barrier}
    y = t
    if depth > 0
        y = again(t .* 2, depth - 1) + t
    endif
endfunction

x = mod(reshape(0..5999,[60,100]), 7) + 0.25
assert(max(abs(chain(x) - (abs(x + 1) + x + 1.5))) < 1e-5)
y = neighbours(x)
for m=0..59
    for n=0..99
        assert(y[m,n] == min(2*x[mod(m+1,60),mod(n+99,100)],3))
    endfor
endfor
[y, t] = partly(x)
expected = (x > 2) .* x + (x <= 2)
assert(sum(abs(y - 10*expected)) == 0 && sum(abs(t - 11*expected)) == 0)
y = between(x)
a = x[2,3] + 1
assert(y[0,0] == 100*a && y[0,1] == (x[0,1]+1)*a && y[59,99] == (x[59,99]+1)*a)
assert(sum(abs(aliases(x) - (x+1).*(x+1))) == 0)
assert(sum(abs(again(x, 2) - ((((x+1)*2+1)*2+1) + ((x+1)*2+1) + (x+1)))) < 1e-3)
print "ok"
