% proves: 8.2 for loops with break and continue run as native code: the variable keeps the index at which the loop was left
% expect: ok

function [k, at, sum] = search(x : vec, limit : scalar)
    k = -1
    at = -1
    sum = 0.0
    for i=0..numel(x)-1
        if x[i] < 0
            continue
        endif
        sum += x[i]
        if x[i] > limit
            k = i
            break
        endif
    endfor
    at = i
endfunction

function last = stores_until(x : vec, y : vec, n : int)
    last = 0
    for i=1..n-1
        if x[i] > 900
            break
        endif
        y[i] += x[i-1]
        last = i
    endfor
endfunction

function i = downwards(x : vec)
    for i=numel(x)-1..-2..0
        if x[i] == 500
            break
        endif
    endfor
endfunction

function n = nested(a : mat)
    n = 0
    for i=0..size(a,0)-1
        for j=0..size(a,1)-1
            if a[i,j] > i
                break
            endif
            n += 1
        endfor
    endfor
endfunction

function count = bound_that_changes(x : vec, m : int)
    count = 0
    for i=0..m-1
        m = m - 1
        if x[i] > 1e9
            break
        endif
        count += 1
    endfor
endfunction

function i = empty(x : vec, n : int)
    i = 77
    for i=0..n-1
        if x[i] > 5
            break
        endif
    endfor
endfunction

function [] = main()
    x = zeros(100000)
    for i=0..numel(x)-1
        x[i] = i
    endfor
    x[10] = -5
    [k, at, sum] = search(x, 70000)
    assert(k == 70001 && at == 70001 && sum == 70001*70002/2 - 10)
    [k, at, sum] = search(x, 1e7)
    assert(k == -1 && at == 99999)
    y = zeros(100000)
    assert(stores_until(x, y, 100000) == 900)
    assert(y[900] == 899 && y[901] == 0 && y[0] == 0 && y[1] == 0 && y[11] == -5)
    assert(downwards(x) == 99999 - 2*49749 || downwards(x) == 1)
    a = zeros(300, 400)
    for i=0..299
        for j=0..399
            a[i,j] = j - i
        endfor
    endfor
    total = 0
    for i=0..299
        total += min(2*i + 1, 400)
    endfor
    assert(nested(a) == total)
    assert(bound_that_changes(x, 50000) == 50000)
    assert(empty(x, 0) == 77)
    assert(empty(x, 100000) == 6)
    print "ok"
endfunction
