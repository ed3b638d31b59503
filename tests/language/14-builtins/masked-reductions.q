% proves: 2.1 what a mask selects is added up, or updated, in one go over all elements, as one by one
% expect: stdout
%> some 4.5 0 0.9 0.5 5
%> none 0 1 0
%> NaN inf 2
%> largest 0.9 0.5
%> integers 350 70
%> truth 100
%> square 9.5
%> updated 95 228 -5
%> parts -400 -28
%> two masks 4
%> no mask 0.1
%> of no number a mask needs the size of what it selects from: x is 1 x 100, the mask is 1 x 99
%> empty 0
%> one 7
%> as whole 49.5

function s = total(x, m)
    s = sum(x[m])
endfunction
function s = average(x, t)
    s = mean(x[x >= t])
endfunction
function s = largest(x, m)
    s = max(x[m])
endfunction
function s = smallest(x, m)
    s = min(x[m])
endfunction
function s = product(x, m)
    s = prod(x[m])
endfunction
function s = squares(x, m)
    s = sum(x[m].^2 + x[m] .* 0.5)
endfunction
function s = two(x, m, n)
    s = sum(x[m] + x[n])
endfunction
function s = both(x, m, y)
    s = sum(x[m] .* y)
endfunction
function y = update(y, t)
    y[y > t] *= 2
    y[y < 0 && y > -3] -= 1
endfunction
function y = part(x, y)
    y[0..1,:] += x[0..1,:]
    y[2,:] -= 3 .* x[2,:]
endfunction

function [] = main()
    x = mod(0..99, 10) ./ 10
    m = (0..99) < 10
    printf("some %g %g %g %g %g\n", total(x, m), total(x, x < 0), average(x, 0.85), average(x, 0.5 - 0.45) ,
           total(x, x == 0.5))
    printf("none %g %g %d\n", total(x, x > 2), product(x, x > 2), numel(x[x > 2]))
    printf("NaN %g %g\n", average(x ./ 0, 0.5), 2)
    printf("largest %g %g\n", largest(x, m), smallest(x, x > 0.45))
    k = ivec(100)
    k[0..99] = x .* 10
    printf("integers %d %d\n", total(k, k > 4), total(k, k == 7))
    printf("truth %d\n", total(x >= 0, x > -1))
    printf("square %g\n", squares(x, (0..99) < 11) + 4.4)
    y = reshape((0..199) - 5, [10, 20])
    z = update(copy(y), 100)
    printf("updated %g %g %g\n", z[5,0], z[5,20-1], z[0,0])
    p = part(ones(3, 100) .* 10, ones(3, 100) .* 2)
    printf("parts %g %g\n", sum(p), p[2,0])
    printf("two masks %g\n", two(x, x == 0.1, x == 0.3))
    printf("no mask %g\n", total(x, 1))
    try
        print(total(x, (0..98) < 10))
    catch told
        printf("of no number %s\n", told)
    endtry
    printf("empty %g\n", total(zeros(0, 4), zeros(0, 4) > 1))
    printf("one %g\n", total(ones(1, 1) .* 7, ones(1, 1) > 0))
    printf("as whole %g\n", both(x, x >= 0, 1.1 .* ones(1, 100)))
endfunction
