% proves: 2.4 each work item leaves what it leaves when it runs once, whatever the length of a row
% expect: ok
function [] = __kernel__ stencil(x : mat'clamped, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos] + 0.5*(x[pos[0],pos[1]-1] + x[pos[0]+1,pos[1]+1])
endfunction

function [] = __kernel__ chosen(x : mat'unchecked, y : mat'unchecked, z : mat[uint8]'unchecked, pos : ivec2)
    if x[pos] > 4
        y[pos] = x[pos] - 4
        z[pos] = 2*x[pos]
    endif
endfunction

function [] = __kernel__ twice(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = 2*x[pos] + 1
endfunction

function [] = __kernel__ onto(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] += x[pos]
endfunction

function [] = __kernel__ shared_by_four(y : vec'unchecked, pos : int)
    y[floor(pos/4)] = pos
endfunction

function x : mat = numbers(m : int, n : int)
    x = zeros(m,n)
    {!interpreted for}
    for i=0..m-1
        for j=0..n-1
            x[i,j] = mod(i*37 + j*11, 19)
        endfor
    endfor
endfunction

function [] = test(n : int)
    x = numbers(5, n)
    [a, b, d, e] = [zeros(5,n), zeros(5,n), copy(x), copy(x)]
    c = uint8(zeros(5,n))
    f = zeros(n)
    parallel_do(size(x), x, a, stencil)
    parallel_do(size(x), x, b, c, chosen)
    parallel_do(size(x), d, d, twice)
    parallel_do(size(x), x, e, onto)
    parallel_do(n, f, shared_by_four)
    {!interpreted for}
    for i=0..4
        for j=0..n-1
            assert(a[i,j] == x[i,j] + 0.5*(x[i,max(j-1,0)] + x[min(i+1,4),min(j+1,n-1)]), "a stencil")
            assert(b[i,j] == max(x[i,j] - 4, 0), "chosen work items")
            assert(c[i,j] == (x[i,j] > 4 ? 2*x[i,j] : 0), "bytes")
            assert(d[i,j] == 2*x[i,j] + 1, "an array for both")
            assert(e[i,j] == 2*x[i,j], "an update")
        endfor
    endfor
    {!interpreted for}
    for j=0..n-1
        k = floor(j/4)
        assert(floor(f[k]/4) == k && f[k] < n, "one of several")
    endfor
endfunction

function [] = main()
    {!interpreted for}
    for n=1..36
        test(n)
    endfor
    test(63)
    test(65)
    test(130)
    test(1023)
    print("ok")
endfunction
