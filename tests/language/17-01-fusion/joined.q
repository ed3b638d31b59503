% proves: 17.1.6 what variables hold between the steps of an expression is computed with the last one, with the same values
% expect: stdout
%> horner 2.75 8
%> sums 12.5 2.5 5 0.25
%> read later 1 2 captured 4 output 3 9
%> integers 4000000
%> masks 300 200
%> operator + needs arrays of the same size, but the left one is 2 x 40 and the right one is 3 x 40
%> handled 3 operator + needs arrays of the same size, but the left one is 2 x 40 and the right one is 3 x 40
%> rounds 7.5 4
%> NaN 1 inf
%> empty 0 one 4
%> parts 30 10 3.33333 100
%> complex 50
%> below 16 129 24
%> twice 258 1
%> swapped 1 101

function y = horner(x)
    y = 5*x
    y = (y + 4) .* x
    y = y - x
endfunction

% A value that is read twice, a sum over all elements and one along rows.
function [s, r, m] = distances(x, z)
    d = x - z
    s = sum(d.*d)
    e = x - z
    r = sum(e.*e, 1)
    f = abs(x - z)
    m = max(f)
endfunction

% The variables of steps that are read later keep their values.
function [y, t, kept] = read_later(x)
    t = x + 1
    y = t .* t
    u = x + 2
    v = u .* 2
    w = x + 3
    kept = () -> w[0,0]
    z = w .* 2
    y = y + u - v + z - w - w
endfunction
function [t, y] = output(x)
    t = x + 2
    y = t .* t
endfunction

function y = squares(x)
    t = x .* x
    y = t + 0
endfunction

function y = masks(x)
    m = x > 0.25
    h = m ./ 2
    y = h + m
endfunction
function y = mask_of(x)
    t = x + 1
    y = t > 2
endfunction

% The line and text of an error are those of the statement that has it.
function y = wrong(x, z)
    t = x + 1
    y = t .* 2 + z
endfunction
function [k, told] = handled(x, z)
    t = x .* 0
    told = ""
    try
        t = x + 2
        y = t + z
    catch e
        told = e
    endtry
    k = t[0,0]
endfunction

% In a loop each round begins anew, and the variable of the round before counts.
function y = rounds(x, n)
    y = x .* 0
    t = x
    for k=1..n
        d = y + t
        y = d + k
        t = x
    endfor
endfunction
function y = carried(x, n)
    y = x
    t = x
    for k=1..n
        u = t + y
        t = u .* 1
        y = t + 0
    endfor
endfunction

function y = infinite(x)
    t = x ./ 0
    y = t - t
endfunction
function y = simple(x)
    t = x + 1
    y = t .* 2
endfunction

% Parts: what is read where it lies, what is written where it is to lie, the same array on both sides.
function y = parts(x)
    y = zeros(3, 40)
    t = x[1,:] + x[0,:]
    y[1,:] = t .* 10
    u = y[1,:]
    y[0,:] = u .* 3
    v = y[0..1,:] .* 0
    y[1..2,:] = v + y[0..1,:] ./ 3
endfunction
function y = views(x)
    r = x[0,:]
    g = x[1,:]
    b = circshift(x, [1, 0])[2,:]
    y = 0.5*r + g + g
endfunction

function y = magnitudes(a, b)
    z = a .* b
    y = real(z).^2 + imag(z).^2
endfunction

% What a variable held before counts for the steps before it gets another value.
function [x, y] = swapped(x)
    t = x + 100
    x = t - x
    x = x ./ 100
    y = t + 0
endfunction

% Where the last statement computes more of it, once or in an element, in a variable that goes on.
function [n, e, s] = below(x, z)
    d = x - z
    n = sqrt(sum(d .* d))
    e = zeros(3)
    u = x + z
    v = u .* 2
    e[1] = sum(v) ./ 4 + 1
    s = 1.0
    w = x .* 2
    s += mean(w) * 3
    d = x .* 2
    q = sqrt(sum(d .* d, 1)) + 1
    s += q[1]
endfunction
% What reads a step twice, in two sums, runs as it stands; so does what has an effect beside it.
function [r, k] = twice(x)
    t = x + 1
    r = sum(t .* t) / sum(t)
    k = [0]
    add = (a) -> (k[0] += 1; sum(a))
    u = x + 1
    r += sum(u) - add(x)
endfunction

function [] = main()
    x = ones(5, 40) .* 0.5
    printf("horner %g %g\n", horner(x)[4,39], horner(ones(5, 40))[0,0])
    [s, r, m] = distances(x, x - 0.25)
    printf("sums %g %g %g %g\n", s, r[4], numel(r), m)
    [y, t, kept] = read_later(ones(2, 40))
    [ot, oy] = output(ones(2, 40))
    printf("read later %g %g captured %g output %g %g\n", y[1,39], t[0,0], kept(), ot[0,0], oy[0,0])
    n = int(ones(2, 40)) .* 2000
    k = squares(n)
    printf("integers %d\n", k[0,0])
    b = mask_of(x .* 4)
    printf("masks %g %g\n", sum(masks(x)), sum(b))
    try
        y = wrong(ones(2, 40), ones(3, 40))
    catch e
        print(e)
    endtry
    [still, told] = handled(ones(2, 40), ones(3, 40))
    printf("handled %g %s\n", still, told)
    printf("rounds %g %g\n", rounds(x, 3)[0,0], carried(ones(1, 64), 2)[0])
    i = infinite(ones(2, 40))
    printf("NaN %d %g\n", i[0,0] != i[0,0], simple(ones(2, 40) ./ 0)[0,0])
    printf("empty %d one %g\n", numel(simple(zeros(0, 40))), simple(ones(1, 1))[0])
    p = parts(ones(3, 40) .* 0.5)
    printf("parts %g %g %g %g\n", p[0,39], p[1,39], p[2,0], sum(views(ones(3, 40))))
    z = magnitudes(complex(ones(2, 40), ones(2, 40) .* 2), complex(ones(2, 40), ones(2, 40) .* 3))
    printf("complex %g\n", z[1,1])
    [x, y] = swapped(ones(2, 40))
    [n, e, total] = below(ones(4, 64), zeros(4, 64))
    printf("below %g %g %g\n", n, e[1], total)
    [r, k] = twice(ones(4, 64))
    printf("twice %g %g\n", r, k[0])
    printf("swapped %g %g\n", x[0,0], y[0,0])
endfunction
