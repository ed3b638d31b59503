% proves: 8.4 a largest or smallest number that a condition keeps is the sequential one: of NaN, of integers, read in between
% expect: ok

function [m, s] = extremes(x : vec)
    m = x[0]
    s = 1e9
    for i=0..numel(x)-1
        if x[i] > m
            m = x[i]
        endif
        if s >= x[i]
            s = x[i]
        endif
    endfor
endfunction

function m = of_magnitude(x : vec, y : vec)
    m = 0.0
    for i=0..numel(x)-1
        if m < abs(x[i] + 1)
            m = abs(x[i] + 1)
        endif
        y[i] = m
    endfor
endfunction

function [m, n] = with_else(x : vec)
    m = 0.0
    n = 0
    for i=0..numel(x)-1
        if x[i] > m
            m = x[i]
        else
            n += 1
        endif
    endfor
endfunction

function m = other_value(x : vec)
    m = 0.0
    for i=0..numel(x)-1
        if x[i] > m
            m = x[i] - 1
        endif
    endfor
endfunction

function m = of_integers(x : vec[int])
    m = x[0]
    for i=1..numel(x)-1
        if x[i] < m
            m = x[i]
        endif
    endfor
endfunction

function [] = main()
    x = zeros(50000)
    for i=0..numel(x)-1
        x[i] = mod(i*7919, 50021) - 100
    endfor
    [m, s] = extremes(x)
    assert(m == max(x) && s == min(x))
    x[17] = nan
    [m, s] = extremes(x)
    assert(m == 49920 && s == -100)
    x[0] = nan
    [m, s] = extremes(x)
    assert(isnan(m) && !isnan(s))
    x[0] = -100
    x[17] = 3
    y = zeros(50000)
    assert(of_magnitude(x, y) == max(x) + 1)
    assert(y[0] == 99 && y[1] == 7820 && y[49999] == max(x) + 1)
    [m, n] = with_else(x)
    assert(m == max(x) && n > 49900)
    assert(other_value([3, 2.5, 4, 1]) == 3)
    z = vec[int](50000)
    for i=0..numel(z)-1
        z[i] = mod(i*7919, 50021) - 100
    endfor
    assert(of_integers(z) == -100)
    print "ok"
endfunction
