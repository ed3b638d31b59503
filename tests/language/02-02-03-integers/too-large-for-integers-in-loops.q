% A number beyond 2^63 that becomes an integer in a compiled loop is the nearest integer, NaN is 0; as an index both are outside.
% expect: ok
%! 19: `last` is an integer
%! 33: `total` is an integer
%! 38: `below` is an integer
function [] = main()
    n = 6000
    values = [0/0, 1e30, -1e30, 5.7, -0.5, 9.2e18]
    largest = 9223372036854775807
    nearest = {0, largest, -largest - 1, 5, 0, 9200000267938955264}
    a = zeros(n)
    for i = 0..n-1
        a[i] = values[mod(i, 6)]
    endfor

    kept : vec[int64] = int64(zeros(n))
    last = int(0)
    for i = 0..n-1
        last = a[i]
        kept[i] = last
    endfor
    clipped : vec[int64'sat] = int64(zeros(n))
    for i = 0..n-1
        clipped[i] = a[i]
    endfor
    for i = 0..n-1
        assert(kept[i] == nearest[mod(i, 6)])
        assert(clipped[i] == nearest[mod(i, 6)])
    endfor

    total = int(1)
    for i = 0..9999
        total += i * 1e15
    endfor
    assert(total == largest)
    below = int(1)
    for i = 0..9999
        below -= i * 1e15
    endfor
    assert(below == -largest - 1)

    % indices: computed from numbers, and from integers that were made of them first
    x = (1..n) * 1.0
    b = zeros(n)
    c = zeros(n)
    d = zeros(n)
    for i = 0..n-1
        b[i] = x[a[i]]
    endfor
    for i = 0..n-1
        c[i] = x[int(a[i])]
    endfor
    for i = 0..n-1
        m = int(floor(a[i]))
        d[i] = x[m] + 0 * m
    endfor
    assert(b[0..5] == [0, 0, 0, 6, 1, 0])
    assert(c[0..5] == [1, 0, 0, 6, 1, 0])
    assert(d[0..5] == [1, 0, 0, 6, 0, 0])

    near : vec'clamped = x
    for i = 0..n-1
        b[i] = near[a[i]]
    endfor
    assert(b[0..5] == [1, n, 1, 6, 1, n])
    print "ok"
endfunction
