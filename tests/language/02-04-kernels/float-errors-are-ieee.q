% proves: LANGUAGE "Numbers": 1/0, 0/0, comparisons with NaN in kernels as on the host
% expect: ok
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    q = x[pos] / 0
    y[pos] = isnan(q) ? 1 : (isinf(q) ? (q > 0 ? 2 : 3) : 4)
endfunction
x = [1.0, -1.0, 0.0]
y = zeros(3)
parallel_do(3, x, y, k)
assert(y[0] == 2 && y[1] == 3 && y[2] == 1, "inf, -inf, nan")
assert(isinf(1/0) && isnan(0/0), "on the host")
print "ok"
