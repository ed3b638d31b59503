% proves: 8.2 loops that ask whether they are at one of their first iterations, or use what the one before left
% expect: ok
function [] = before(n : int, a : vec, b : vec, x : scalar)
    for i=0..n-1
        a[i] = b[i] + x
        x = b[i]
    endfor
endfunction

function last = two_before(n : int, a : vec, b : vec)
    one = n - 1
    two = n - 2
    for i=0..n-1
        a[i] = b[i] + 10*b[one] + 100*b[two]
        two = one
        one = i
    endfor
    last = one*1000 + two
endfunction

function [] = asks(n : int, low : int, a : vec, b : vec)
    for i=low..n-1
        if i == low
            a[i] = -1.0
        elseif i < low + 3
            a[i] = -b[i]
        else
            a[i] = b[i-3] + b[i]
        endif
        if i != low + 5 && i >= low + 2
            a[i] += 100.0
        endif
    endfor
endfunction

function [] = filtered(n : int, a : vec, b : vec)
    for i=0..n-1
        s = 0.0
        for k=-4..4
            s += b[i+k]
        endfor
        if i == 2
            s = -s
        endif
        a[i] = s
    endfor
endfunction

function s = sum_from(n : int, b : vec)
    s = 0.0
    for i=0..n-1
        if i >= 32
            s += b[i] - b[i-32]
        endif
    endfor
endfunction

for n=[1, 2, 3, 5, 31, 33, 64, 100, 5000]
    a = zeros(n)
    b = zeros(n)
    for i=0..n-1
        b[i] = mod(i*37, 101)
    endfor
    before(n, a, b, 7.0)
    assert(a[0] == b[0] + 7 && (n < 2 || max(abs(a[1..n-1] - b[1..n-1] - b[0..n-2])) == 0), "before")
    if n >= 3
        last = two_before(n, a, b)
        assert(last == (n-1)*1000 + n-2 && a[0] == b[0] + 10*b[n-1] + 100*b[n-2], "two before, first")
        assert(a[1] == b[1] + 10*b[0] + 100*b[n-1], "two before, second")
        assert(max(abs(a[2..n-1] - b[2..n-1] - 10*b[1..n-2] - 100*b[0..n-3])) == 0, "two before")
    endif
    for low=[0, 1, 2]
        a = zeros(n)
        asks(n, low, a, b)
        for i=low..n-1
            wanted = i == low ? -1 : i < low+3 ? -b[i] : b[i-3] + b[i]
            wanted += i != low+5 && i >= low+2 ? 100 : 0
            assert(a[i] == wanted, "asks")
        endfor
    endfor
    filtered(n, a, b)
    for i=0..n-1
        s = sum(b[max(i-4,0)..min(i+4,n-1)])
        assert(a[i] == (i == 2 ? -s : s), "filtered")
    endfor
    assert(sum_from(n, b) == (n > 32 ? sum(b[32..n-1]) - sum(b[0..n-33]) : 0), "from")
endfor
print "ok"
