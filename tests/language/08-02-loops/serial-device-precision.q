% proves: device functions called from a loop that is not parallel round to single precision as everywhere
% expect: ok
function y = __device__ third(x)
    a = x / 3
    y = a * 7.1 + 0.1
endfunction
function y : scalar = __device__ through_vector(x : scalar)
    v = [x / 7, x / 3]
    y = v[0] * 3.3 + v[1]
endfunction
function s = serial(n)
    s = 0.0
    {!serial for}
    for i=0..n-1
        s = s + third(i) - through_vector(i)
    endfor
endfunction
function s = interpreted(n)
    s = 0.0
    {!interpreted for}
    for i=0..n-1
        s = s + third(i) - through_vector(i)
    endfor
endfunction
assert(abs(serial(1000) - interpreted(1000)) < 0.02, "the same sum")
% what a device function gives fits in single precision
function worst = rest(x, n)
    worst = 0.0
    {!serial for}
    for i=1..n
        y = third(i)
        x[0] = y
        worst = max(worst, abs(y - x[0]))
    endfor
endfunction
assert(rest(zeros(1), 500) == 0, "the result of a device function is rounded")
print "ok"
