% proves: 8.5 sums that are made in vectors are those of the iterations in their order, whatever the length of a row
% expect: ok
function [y : mat, before : mat, last, s] = rows(x : mat, start : scalar)
    s = start
    last = -1.0
    y = zeros(size(x))
    before = zeros(size(x))
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            before[i,j] = s
            s += x[i,j] * 0.5
            y[i,j] = s
            last = x[i,j]
        endfor
    endfor
endfunction

function [y : vec, z : vec] = two(x : vec'mirror, w : vec'circular)
    s = 1.0
    n = 0
    y = zeros(numel(x))
    z = zeros(numel(x))
    for i=0..numel(x)-1
        if x[i] > 8
            s += x[i-1] + w[i+2]
        endif
        n += mod(int(x[i+1]),3)
        y[i] = s
        if mod(n,2) == 0
            z[i] = n
        endif
    endfor
endfunction

function y : vec = of_elements(x : vec)
    y = zeros(numel(x)+5)
    y[1] = 0.25
    for i=2..numel(y)-4
        y[i] = y[i-1] + x[i-2] * 0.25
    endfor
endfunction

function y : vec = without_numbers(x : vec)
    y = zeros(numel(x))
    s = 0.0
    for i=0..numel(x)-1
        s += x[i]
        y[i] = s
    endfor
endfunction

function x : mat = numbers(m : int, n : int)
    x = zeros(m,n)
    {!interpreted for}
    for i=0..m-1
        for j=0..n-1
            x[i,j] = mod(i*7919 + j*104729, 64) / 4
        endfor
    endfor
endfunction

function [] = test_rows(m : int, n : int)
    x = numbers(m, n)
    [y, before, last, whole] = rows(x, 3)
    s = 3.0
    {!interpreted for}
    for i=0..m-1
        for j=0..n-1
            assert(before[i,j] == s, "before an addition")
            s += x[i,j] * 0.5
            assert(y[i,j] == s, "after an addition")
        endfor
    endfor
    assert(whole == s && last == x[m-1,n-1], "what is left")
endfunction

function [] = test_vectors(n : int)
    x = numbers(1, n)[0,:]
    w = 64 - x
    [y, z] = two(x, w)
    e = of_elements(x)
    s = 1.0
    k = 0
    t = 0.25
    {!interpreted for}
    for i=0..n-1
        if x[i] > 8
            s += x[max(i-1,0)] + w[mod(i+2,n)]
        endif
        k += mod(int(x[min(i+1,n-1)]),3)
        assert(y[i] == s, "under a condition")
        assert(z[i] == (mod(k,2) == 0 ? k : 0), "a count")
        t += x[i] * 0.25
        assert(e[i+2] == t, "elements that go on from elements")
    endfor
endfunction

function [] = main()
    test_rows(1, 1)
    test_rows(700, 1)
    test_rows(700, 3)
    test_rows(300, 63)
    test_rows(300, 64)
    test_rows(300, 65)
    test_rows(40, 200)
    test_rows(3, 30000)
    test_vectors(2)
    test_vectors(63)
    test_vectors(64)
    test_vectors(65)
    test_vectors(300)
    test_vectors(40000)
    x = ones(20000)
    x[300] = 1/0
    x[15000] = -1/0
    y = without_numbers(x)
    assert(y[299] == 300 && y[300] > 1e38 && y[14999] > 1e38 && isnan(y[15000]) && isnan(y[19999]), "infinity")
    print("ok")
endfunction
