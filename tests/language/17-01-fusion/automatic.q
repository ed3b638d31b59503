% proves: 17.1.6 functions that compute in steps, a statement each, have the same values when they are fused after a while
% expect: stdout
%> 1 outside 0.585938 99.664062

function y = in_steps(x)
    y = 5*x
    y = (y + 4) .* x
    y = (y + 3) .* x
    y = (y + 2) .* x
    y = y + 1
endfunction

function y = in_one(x)
    y = (((5*x + 4) .* x + 3) .* x + 2) .* x + 1
endfunction

% The host reads what is held, and writes into it.
function [y, s, e] = with_host_code(x)
    t = x .* 0.5
    u = t + 0.25
    e = u[3,5]
    u[3,5] = 100
    t[0,0] = -1
    y = u - t
    s = sum(y)
endfunction

% Steps over time: each iteration is a group, and the first one holds another array.
function u = over_time(x, n)
    u = copy(x)
    for step=1..n
        d = u .* 0.25
        d = d - 0.125
        u = u - d
    endfor
endfunction

% A function that others call, a handler, a value that is kept.
function y = inner(x)
    y = x + 0.5
    y = y .* y
endfunction
function [y, told] = outer(x, kept)
    told = ""
    y = x .* 2
    y = y - inner(x)
    kept[0] = y
    try
        z = y + 1
        z = z .* y
        print z[1000000,1]
    catch ex
        told = "outside"
    endtry
    y = y + z
endfunction

function [] = main()
    x = mod(reshape(0..262143, [512,512]) * 7919, 64) / 64
    w = in_one(x)
    kept = cell(1)
    first = 0
    worst = 0
    for round=1..45
        worst = max(worst, max(abs(in_steps(x) - w)))
        [y, s, e] = with_host_code(x)
        u = over_time(x, 3)
        [z, told] = outer(x, kept)
        now = s + e + sum(u) + sum(z) + sum(kept[0]) + y[0,0] + y[3,5] + u[511,511] + z[7,9]
        if round == 1
            first = now
        endif
        worst = max(worst, abs(now - first) / abs(first))
    endfor
    printf("%d %s %.6f %.6f\n", worst < 1e-6, told, e, y[3,5])
endfunction
