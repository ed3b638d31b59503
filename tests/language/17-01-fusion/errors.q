% proves: 17.1.6 when a launch fails, what was launched before it is complete, and the first error is the one that is raised
% expect: ok
function [] = __kernel__ positive(x : mat, y : mat, pos : ivec2)
    assert(x[pos] >= 0, "negative")
    y[pos] = 2 * x[pos]
endfunction
function [] = __kernel__ small(x : mat, y : mat, pos : ivec2)
    assert(x[pos] < 100, "large")
    y[pos] = x[pos] + 1
endfunction
function [] = f(x : mat, t : mat, u : mat, y : mat)
    {!kernel_fusion strategy="smart"}
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            t[m,n] = x[m,n] * 2
        endfor
    endfor
    parallel_do(size(x), t, u, positive)
    parallel_do(size(x), u, y, small)
endfunction
function told = try_f(x : mat, t : mat, u : mat, y : mat)
    told = ""
    try
        f(x, t, u, y)
        print sum(y)
    catch ex
        told = ex.message
    endtry
endfunction
x = ones(300,200)
t = zeros(300,200)
u = zeros(300,200)
y = zeros(300,200)
x[0,0] = 1000
assert(strfind(try_f(x, t, u, y), "large") >= 0)
assert(sum(t) == 2*sum(x) && sum(u) == 4*sum(x))
x[299,199] = -1
assert(strfind(try_f(x, t, u, y), "negative") >= 0)
assert(sum(t) == 2*sum(x))
print "ok"
