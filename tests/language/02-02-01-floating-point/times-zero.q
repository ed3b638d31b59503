% proves: 2.2.1 NaN and infinite numbers times 0 are NaN, in expressions, loops and kernels of vectors of any length
% expect: ok
function [] = __kernel__ scaled(x : vec, y : mat, pos : int)
    y[pos,0] = x[pos]*0
    y[pos,1] = 0.0*x[pos] + 1
    y[pos,2] = dotprod([x[pos], 1.0], [0.0, 2.0])
    w = x[pos] > 200 ? 1.0 : 0.0
    y[pos,3] = w*x[pos]
endfunction
for n=[5, 1000, 100003]
    x = float(mod(0..n-1, 97))
    x[0] = 0/0
    x[n-2] = 1/0
    y = x.*0
    assert(isnan(y[0]) && isnan(y[n-2]) && y[1] == 0 && y[n-1] == 0, "expression")
    assert(isnan(sum(0*x)) && isnan(sum(x.*0 + 1)) && isnan(mean(x*0.0)), "sum of an expression")
    y = (x > 5).*x
    assert(isnan(y[0]) && y[1] == 0 && y[6 > n-1 ? 1 : 6] == (n > 6 ? 6 : 0) && isnan(sum(x.*(x < 5))), "mask")
    z = ones(n)
    s = 0.0
    for i=0..n-1
        z[i] = x[i]*0 + 2
        s += x[i]*0.0
    endfor
    assert(isnan(z[0]) && isnan(z[n-2]) && z[1] == 2 && isnan(s), "loop")
    for i=0..n-1
        w = x[i] > 200 ? 1.0 : 0.0
        z[i] = w*x[i] + w
    endfor
    assert(isnan(z[0]) && z[1] == 0, "choice in a loop")
    y = zeros(n,4)
    parallel_do(n, x, y, scaled)
    for k=0..2
        assert(isnan(y[0,k]) && isnan(y[n-2,k]) && y[1,k] == [0,1,2][k], "kernel")
    endfor
    assert(isnan(y[0,3]) && y[n-2,3] == 1/0 && y[1,3] == 0, "choice")
endfor
print "ok"
