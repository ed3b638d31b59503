% proves: small vectors in the expressions of a serial loop have single precision, as outside of it
% expect: ok
function s = serial(x, n)
    s = 0.0
    {!serial for}
    for i=0..n-1
        t = i / 3
        s = s + min([t, t + 0.1]) - max(x * t) + sum([0.1, t] .* [t, 0.7])
    endfor
endfunction
function s = interpreted(x, n)
    s = 0.0
    {!interpreted for}
    for i=0..n-1
        t = i / 3
        s = s + min([t, t + 0.1]) - max(x * t) + sum([0.1, t] .* [t, 0.7])
    endfor
endfunction
x = [0.3, 0.1, 0.2]
assert(abs(serial(x, 1000) - interpreted(x, 1000)) < 1e-9, "vectors")
% what one element differs by is far above the rounding of the sum
function d = tail(n)
    d = 0.0
    {!serial for}
    for i=1..n
        t = i / 3
        d = d + abs(min([t, t]) - t)
    endfor
endfunction
assert(tail(100) > 1e-7, "elements are rounded")
print "ok"
