% proves: 2.2.1 a factor that turns out to be 0 when a loop is unrolled, or by its range, times NaN or infinity is NaN; zeros keep their signs
% expect: ok
function [] = __kernel__ weighted(x : vec, y : vec, pos : int)
    s = 0.0
    for k=-1..1
        s += k*x[pos+k]
    endfor
    y[pos] = s
endfunction
function [] = __kernel__ ranges(x : vec, y : mat, a : scalar, pos : int)
    y[pos,0] = (pos-pos).*(0.5.*a)
    y[pos,1] = mod(pos,1)*a
    y[pos,2] = (pos-pos)*x[pos]
    y[pos,3] = min(max(pos,0),0)*x[pos]
endfunction
function [] = __kernel__ signs(x : vec, y : mat, pos : int)
    y[pos,0] = x[pos] + 0.0
    y[pos,1] = 0.0 - x[pos]
    y[pos,2] = -x[pos]
    y[pos,3] = x[pos]*0.0
    y[pos,4] = x[pos]/2.0
    y[pos,5] = x[pos] - 0.0
endfunction
for n=[16, 1000]
    x = zeros(n)
    x[7] = 0.0/0.0
    x[9] = 1/0.0
    y = zeros(n)
    parallel_do(n, x, y, weighted)
    assert(isnan(y[6]) && isnan(y[7]) && isnan(y[8]) && isnan(y[9]) && y[10] == -1/0.0 && y[5] == 0, "unrolled")
    for i=1..n-2
        s = 0.0
        for k=-1..1
            s += k*x[i+k]
        endfor
        y[i] = s
    endfor
    assert(isnan(y[6]) && isnan(y[7]) && isnan(y[8]) && isnan(y[9]) && y[10] == -1/0.0 && y[5] == 0, "unrolled loop")
    y = zeros(n,4)
    parallel_do(n, x, y, 1/0.0, ranges)
    assert(isnan(y[3,0]) && isnan(y[3,1]) && isnan(y[7,2]) && isnan(y[9,2]) && y[3,2] == 0 && isnan(y[7,3]) && isnan(y[9,3]), "ranges")
    x = zeros(n)
    x[3] = -0.0
    x[4] = -1.0
    y = zeros(n,6)
    parallel_do(n, x, y, signs)
    z = 1 ./ y
    assert(z[3,0] == 1/0.0 && z[3,1] == 1/0.0 && z[3,2] == 1/0.0 && z[3,3] == -1/0.0 && z[3,4] == -1/0.0 && z[3,5] == -1/0.0, "minus zero")
    assert(z[2,1] == 1/0.0 && z[2,2] == -1/0.0 && z[4,3] == -1/0.0, "zero")
endfor
print "ok"
