% proves: 2.2.3 a number that no int holds is an error where host code stores it, compiled or not, and the nearest one in kernels
% expect: ok
function [] = __kernel__ nearest(x : vec, y : vec[int64], pos : int)
    n : int = x[pos]
    y[pos] = n
endfunction
function r : int = __device__ taken(n : int)
    r = n
endfunction
function [] = __kernel__ passed(x : vec, y : vec[int64], pos : int)
    y[pos] = taken(x[pos])
endfunction
function [] = __kernel__ small_vectors(x : vec, y : vec[int64], pos : int)
    p : ivec2 = [x[pos], 1]
    q = [1, 2]
    q[0] = x[pos]
    y[pos] = p[0] + q[0]
endfunction
function text = refused(f)
    text = ""
    try
        f()
    catch e
        text = e.message
    endtry
endfunction
function yes = begins(text, start)
    yes = text[0..strlen(start)-1] == start
endfunction
function [] = main()
    n = 5000
    largest = 9223372036854775807
    x = rand(n)
    x[n-4..n-1] = [1e20, -1e20, 3e9, -0.5]
    y : vec[int64] = int64(zeros(n))

    parallel_do(n, x, y, nearest)
    assert(y[n-4] == largest && y[n-3] == -largest - 1 && y[n-2] == 3000000000 && y[n-1] == 0)
    parallel_do(n, x, y, passed)
    assert(y[n-4] == largest && y[n-3] == -largest - 1 && y[n-2] == 3000000000 && y[n-1] == 0)
    parallel_do(n, x, y, small_vectors)
    assert(y[n-2] == 2147483647 - 1294967296 && y[n-1] == 0)

    function [] = stores()
        for i = 0..n-1
            k : int = x[i]
            y[i] = k
        endfor
    endfunction
    function [] = adds()
        k : int = 0
        for i = 0..n-1
            k += x[i]
        endfor
    endfunction
    function [] = makes_vectors()
        for i = 0..n-1
            p : ivec2 = [x[i], 0]
            y[i] = p[0]
        endfor
    endfunction
    function [] = stores_elements()
        for i = 0..n-1
            p = [1, 2]
            p[1] = x[i]
            y[i] = p[1]
        endfor
    endfunction
    function [] = alone()
        k : int = x[n-4]
    endfunction
    assert(begins(refused(stores), "variable k has type int, which can't hold"))
    assert(begins(refused(adds), "variable k has type int, which can't hold"))
    assert(begins(refused(alone), "variable k has type int, which can't hold"))
    assert(begins(refused(makes_vectors), "variable p: an element does not fit int"))
    assert(begins(refused(stores_elements), "a value does not fit the elements of p"))
    print "ok"
endfunction
