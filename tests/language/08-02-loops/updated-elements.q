% proves: 8.2 an element that an inner loop updates has the value that memory would have: outside of the array, where the
% loop is empty, where it is read beside, and where another name is the same array
% expect: ok

function [] = product(a : mat, b : mat, c : mat, n : int, m : int)
    for i=0..m-1
        for j=0..m-1
            c[i,j] = 3
            for k=0..n-1
                c[i,j] += a[i,k]*b[k,j]
            endfor
        endfor
    endfor
endfunction

function [] = read_beside(x : vec, y : vec, z : mat, n : int)
    for i=0..n-1
        for j=0..n-1
            y[i] += x[j]
            z[i,j] = y[i]
        endfor
    endfor
endfunction

function [] = read_before_itself(a : mat, n : int)
    {!serial for}
    for i=0..n-1
        for j=0..i-1
            for k=0..j-1
                a[i,j] -= a[i,k]*a[j,k]
            endfor
        endfor
    endfor
endfunction

function [] = read_itself(a : mat, n : int)
    {!serial for}
    for i=0..n-1
        for j=0..i
            for k=0..j
                a[i,j] += a[i,k]
            endfor
        endfor
    endfor
endfunction

function [] = same_array(x : vec, y : vec, n : int)
    for i=0..n-1
        for j=0..n-1
            y[i] += x[j]
        endfor
    endfor
endfunction

function [] = moving_bound(x : vec, y : vec, n : int)
    m = 0
    {!serial for}
    for i=0..n-1
        for j=0..3
            m += j
            for k=0..m-1
                y[m - 1] += x[k] + y[k + 1]
            endfor
        endfor
    endfor
endfunction

function [] = extremes(x : vec, y : vec, n : int)
    for i=0..n-1
        for j=0..n-1
            y[i] = max(y[i], x[j] - i)
            if x[j] > 20
                y[i] -= 1
            endif
        endfor
    endfor
endfunction

function [] = __kernel__ sums(x : vec, y : vec'unchecked, n : int, pos : int)
    for k=0..n-1
        y[pos + n] += x[k]
    endfor
endfunction

function [] = main()
    a = zeros(40, 40)
    b = zeros(40, 40)
    for i=0..39
        for j=0..39
            a[i,j] = mod(i*7 + j*3, 11) - 5
            b[i,j] = mod(i*5 + j, 7) - 3
        endfor
    endfor
    c = ones(40, 40)
    product(a, b, c, 40, 50)
    apart = 0.0
    {!interpreted for}
    for i=0..39
        left = 3.0
        {!interpreted for}
        for k=0..39
            left += a[i,k]*b[k,39-i]
        endfor
        apart += abs(c[i,39-i] - left)
    endfor
    assert(apart == 0)
    c = ones(40, 40)
    product(a, b, c, 0, 40)
    assert(sum(c) == 3*1600)

    x = ones(30)
    y = zeros(20)
    z = zeros(30, 30)
    read_beside(x, y, z, 30)
    assert(sum(y) == 20*30 && z[19,29] == 30 && z[19,0] == 1 && z[20,29] == 0)

    d = zeros(30, 30)
    e = zeros(30, 30)
    for i=0..29
        for j=0..29
            d[i,j] = mod(i + j, 3) - 1
            e[i,j] = d[i,j]
        endfor
    endfor
    read_before_itself(d, 6)
    {!interpreted for}
    for i=0..5
        for j=0..i-1
            for k=0..j-1
                e[i,j] = e[i,j] - e[i,k]*e[j,k]
            endfor
        endfor
    endfor
    assert(sum(abs(d - e)) == 0)
    f = ones(12, 12)
    read_itself(f, 12)
    assert(f[0,0] == 2 && f[3,0] == 2 && f[3,1] == 6 && f[3,2] == 18 && f[11,11] == 2*3^11)

    w = ones(9)
    same_array(w, w, 9)
    assert(w[0] == 10 && w[1] == 29 && w[2] == 86)

    v = ones(40)
    moving_bound(x, v, 2)
    u = ones(40)
    m = 0
    {!interpreted for}
    for i=0..1
        for j=0..3
            m += j
            for k=0..m-1
                if m - 1 < 40
                    u[m - 1] += (k < 30 ? x[k] : 0) + (k + 1 < 40 ? u[k + 1] : 0)
                endif
            endfor
        endfor
    endfor
    assert(sum(abs(u - v)) == 0)

    x = zeros(40)
    for i=0..39
        x[i] = mod(i*17, 40)
    endfor
    y = zeros(40)
    extremes(x, y, 40)
    q = zeros(40)
    {!interpreted for}
    for i=0..39
        for j=0..39
            q[i] = max(q[i], x[j] - i)
            q[i] = x[j] > 20 ? q[i] - 1 : q[i]
        endfor
    endfor
    assert(sum(abs(y - q)) == 0)

    p = zeros(8)
    parallel_do(8, x, p, 0, sums)
    assert(sum(p) == 0)
    p = zeros(16)
    parallel_do(8, x, p, 8, sums)
    assert(sum(p) == 8*sum(x[0..7]))
    print "ok"
endfunction
