% manual: 2.2.2 variables of scalar'half and scalar'single are rounded at each assignment, in kernels and loops too
% expect: ok
times = __device__ (x : scalar'half) -> x * 1000
function [] = __kernel__ k(y : mat, p : scalar'half, pos : int)
    x : scalar'half = 0.1
    y[pos,0] = x * 1000
    x += 0.01
    y[pos,1] = x * 1000
    w : vec[scalar'half] = [0.1, 0.2, 0.3]
    w[pos] = 0.7
    y[pos,2] = w[0] * 1000
    y[pos,3] = times(0.1)
    y[pos,4] = p * 1000
endfunction
y = zeros(2,5)
parallel_do(2, y, 0.1, k)
expected = [99.97558594, 109.98535156, 0, 99.97558594, 99.97558594]
expected[2] = 700.1953125
assert(max(abs(y[0,:] - expected)) < 1e-3, "first")
expected[2] = 99.97558594
assert(max(abs(y[1,:] - expected)) < 1e-3, "second")
function z = sum_in_half(n)
    h : scalar'half = 0
    for k=0..n-1
        h += 0.1
    endfor
    z = h
endfunction
assert(sum_in_half(4000) == 256, "an accumulator of 16 bits stops growing")
print "ok"
