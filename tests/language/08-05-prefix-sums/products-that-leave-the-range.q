% proves: 8.5 running products are those of the loop in order, also where parts of them overflow or vanish
% expect: ok
function [y : vec, p] = running(x : vec)
    y = zeros(numel(x))
    p = 1.0
    for i=0..numel(x)-1
        p *= x[i]
        y[i] = p
    endfor
endfunction

function y : vec = powers(x : vec, start : scalar)
    y = zeros(numel(x))
    y[0] = start
    for i=1..numel(x)-1
        y[i] = y[i-1] * x[i]
    endfor
endfunction

function [] = main()
    x = ones(100000)
    x[0..8191] = 0.5
    x[8192..16383] = 2
    [y, p] = running(x)
    assert(p == 0 && y[20000] == 0)
    y = powers(ones(2000)*10, 0.0)
    assert(y[1000] == 0)
    print "ok"
endfunction
