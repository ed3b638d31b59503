% proves: NaN, infinities and numbers whose squares are too large give in kernels what they give on the host
% expect: ok
nan = 0.0/0
inf = 1.0/0
function [] = __kernel__ extremes(y : vec, x : vec, m : mat, n : int, pos : int)
    a = zeros(n + 1)
    for i=0..n
        a[i] = x[i]
    endfor
    y[0..8] = [max(x[0..3]), min(x[0..n]), max(m), max(2*x), max(a), min(m[0,:]), max(x[[0,1]]), min(x[0..3]*2), max([x[0], x[3]])]
    y[9] = max([x[0], x[0]])
endfunction
y = zeros(10)
parallel_do(1, y, [nan, 1, 5, 2], [[nan, 3],[7, nan]], 3, extremes)
assert(all(y[0..8] == [5, 1, 7, 10, 5, 3, 1, 2, 2]), "a number comes before NaN")
assert(isnan(y[9]), "only NaN")

function [] = __kernel__ numbers(y : mat, x : vec, pos : int)
    v = x[pos]
    y[pos,0] = sign(v)
    y[pos,1] = v^0.5
    y[pos,2] = norm([v, 0.0])
    y[pos,3] = norm([3*v, 4*v])
endfunction
x = [4.0, -inf, nan, 1e25, 1e-25, 0.0]
y = zeros(6,4)
parallel_do(6, y, x, numbers)
assert(all(y[[0,1,3,4,5],0] == transpose([1,-1,1,1,0])) && isnan(y[2,0]), "sign")
assert(y[0,1] == 2 && y[1,1] == inf && y[5,1] == 0, "power of a half")
assert(y[0,2] == 4 && y[1,2] == inf && abs(y[3,2]/1e25 - 1) < 1e-6, "norm")
assert(abs(y[3,3]/5e25 - 1) < 1e-6 && abs(y[4,3]/5e-25 - 1) < 1e-6, "norm of extreme numbers")
print "ok"
