% proves: 2.4.2 a device function with an early return inside a loop that work items leave at different times
% expect: ok
function r = __device__ f(a : scalar, b : scalar)
    r = 1.0
    if a > 2
        if b > 3
            r = 100.0
            return
        endif
        r = r + 2
    endif
    r = r + a
    r = r * 0.5
endfunction
function [] = __kernel__ k(x : vec, y : vec, n : scalar, pos : int)
    a = x[pos]
    s = 0.0
    t = 0.0
    while t < n
        s = s + f(a,t)
        a = a*0.9 + 0.3
        t = t + 1
    endwhile
    y[pos] = s
endfunction
x = mod(0..2047, 7) * 1.5
y = zeros(2048)
parallel_do(2048, x, y, 12, k)
for i=0..6
    a = x[i]
    s = 0.0
    {!interpreted for}
    for t=0..11
        s = s + f(a,t)
        a = a*0.9 + 0.3
    endfor
    assert(abs(y[i] - s) < 1e-3*s, "item ", i, ": ", y[i], ", expected ", s)
    assert(y[i+1400] == y[i], "in step and not")
endfor
print "ok"
