% A variable of a declared integer type keeps to its rule in compiled loops, kernels and device functions.
% expect: ok
function [] = clips(z : vec, a : vec)
    n = numel(a)
    y : uint8'sat = 0
    for i = 0..n-1
        y = a[i]
        z[i] = y
    endfor
    assert(z[0..3] == [0, 100, 200, 255] && y == 255)
    for i = 0..n-1
        w : int8'sat = -a[i]
        w -= 10
        z[i] = w
    endfor
    assert(z[0..3] == [-10, -110, -128, -128])
    y = 0
    for i = 0..n-1
        y += 1.0
    endfor
    assert(y == 255)
    y = 0
    for i = 0..n-1
        y = y + i
    endfor
    assert(y == 255)
endfunction
function [] = wraps(z : vec, a : vec)
    n = numel(a)
    for i = 0..n-1
        narrow : int8'unchecked = a[i]
        z[i] = narrow
    endfor
    assert(z[0..3] == [0, 100, -56, 44])
    for i = 0..n-1
        positive : uint16'unchecked = -a[i]
        z[i] = positive
    endfor
    assert(z[0..3] == [0, 65436, 65336, 65236])
    y : int32'unchecked = 0
    for i = 0..n-1
        y += 100000000
    endfor
    assert(y == mod(n * 100000000 + 2147483648, 4294967296) - 2147483648)
    for i = 0..n-1
        wide : int'unchecked = a[i] * 18446744073709551616.0
        z[i] = wide
    endfor
    assert(z[0] == 0 && z[1] == 0)
endfunction
function failed = checks(z : vec, a : vec)
    failed = 0
    try
        for i = 0..numel(a)-1
            small : int8 = a[i]
            z[i] = small
        endfor
    catch e
        failed += 1
    endtry
    try
        for i = 0..numel(a)-1
            positive : uint16'checked = a[i] - 1
            z[i] = positive
        endfor
    catch e
        failed += 1
    endtry
    for i = 0..numel(a)-1
        wide : int32'checked = a[i] * 1000
        z[i] = wide
    endfor
endfunction
function r : int8'sat = __device__ clip(x : scalar)
    r = x
endfunction
function r : int = __device__ clip_argument(x : uint8'sat)
    r = x
endfunction
function [] = main()
    n = 4000
    a = zeros(n)
    z = zeros(n)
    for i = 0..n-1
        a[i] = i * 100.0
    endfor
    clips(z, a)
    wraps(z, a)
    assert(checks(z, a) == 2)
    function [] = __kernel__ k(z : vec, a : vec, pos : int)
        w : uint8'sat = a[pos]
        w += 10
        z[pos] = w + 0.5 * clip(a[pos]) + 1000 * clip_argument(a[pos])
    endfunction
    parallel_do(n, z, a, k)
    assert(z[0..3] == [10, 100160, 200273.5, 255318.5])
    for i = 0..n-1
        v : vec[uint8'sat](3) = [a[i], 0, 0]
        v[1] = a[i]
        v[2] += 3
        z[i] = v[0] + v[1] * 1000 + v[2]
    endfor
    assert(z[0..3] == [3, 100103, 200203, 255258])
    print "ok"
endfunction
