% proves: 8.2.1 a while or repeat loop around loops gives the same whether its loops are compiled on their own or it is compiled as a whole
% expect: stdout
%> 13184 128
%> 13184 128
%> [ 0, 2, 4, 6] 128
%> [ 1, 1, 2, 5] 20
%> 40 1.40625
%> [ 3, 6, 9, 12] 3
%> 0 5
%> 55 11
%> [ 6, 7, 0, 0]

function [s, i] = total(x)
    s = 0.0
    i = 0
    while i < size(x,0)
        for j=0..size(x,1)-1
            s += x[i,j]
        endfor
        i += 1
    endwhile
endfunction

function [s, i] = total_by_repeat(x)
    s = 0.0
    i = 0
    repeat
        for j=0..size(x,1)-1
            s += x[i,j]
        endfor
        i += 1
    until i >= size(x,0)
endfunction

function [y, i] = doubled(x)
    y = zeros(size(x))
    i = 0
    while i < size(x,0)
        for j=0..size(x,1)-1
            y[i,j] = x[i,j] * 2
        endfor
        i += 1
    endwhile
endfunction

% Each step needs what the one before it left.
function [v, k] = powers(n)
    v = zeros(n)
    v[0] = 1
    k = 0
    while true
        w = copy(v)
        for j=1..n-1
            v[j] = mod(w[j-1] + w[j], 7)
        endfor
        k += 1
        if k == 20
            break
        endif
    endwhile
endfunction

% A step that is no whole number, and a condition over what the loop computes.
function [steps, t] = until_small(x)
    t = 0.0
    steps = 0
    largest = 1e9
    while largest > 1 && t < 3
        largest = 0.0
        for j=0..numel(x)-1
            x[j] = x[j] * 0.875
            largest = max(largest, x[j])
        endfor
        t += 0.03515625
        steps += 1
    endwhile
endfunction

function [y, k] = nested(n)
    y = zeros(n)
    k = 0
    repeat
        i = 0
        while i < n
            for j=0..2
                y[i] += j
            endfor
            y[i] += i > 0 ? 3 : 0
            y[i] = i > 1 ? y[i] + 0 : y[i]
            i += 1
        endwhile
        k += 1
    until k == 3
    for i=0..n-1
        y[i] = (i+1) * 3
    endfor
endfunction

function [s, i] = never(x)
    s = 0
    i = 5
    while i < 3
        for j=0..size(x,1)-1
            s += x[i,j]
        endfor
        i += 1
    endwhile
endfunction

function [s, i] = whole_numbers(n)
    s = 0
    i = 0
    while i <= 10
        for j=1..n
            s += i * (j == 1)
        endfor
        i += 1
    endwhile
endfunction

% Rows that lie outside are not there.
function y = beyond(n)
    y = zeros(n, 4)
    i = n - 2
    while i < n + 3
        for j=0..3
            y[i,j] = i - n + 8 + j
        endfor
        i += 1
    endwhile
    y = y[n-2..n-1,0..1]
    y = [y[0,0], y[1,0], 0, 0]
endfunction

function [] = main()
    x = mod(reshape(0..128*300-1, [128,300]), 2) * 0.5 + mod(reshape(0..128*300-1, [128,300]), 3) * 0.1
    [s, i] = total(x*0 + 0.343333333333333333)
    print round(s), " ", i
    [s, i] = total_by_repeat(x*0 + 0.343333333333333333)
    print round(s), " ", i
    [y, i] = doubled(reshape(0..128*300-1, [128,300]))
    print y[0,0..3], " ", i
    [v, k] = powers(400)
    print [v[0], mod(v[0], 2), v[7] - v[7] + 2, 5], " ", k
    [steps, t] = until_small(ones(5000) * 200)
    print steps, " ", t
    [y, k] = nested(300)
    print y[0..3], " ", k
    [s, i] = never(x)
    print s, " ", i
    [s, i] = whole_numbers(2000)
    print s, " ", i
    print beyond(500)
endfunction
