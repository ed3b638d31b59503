% proves: 17.2 {!unroll} changes how a loop runs, not what it computes
% expect: ok
function [] = __kernel__ polynomial(x : vec, c : vec, y : vec, n : int, pos : int)
    s = 0.0
    {!unroll times=4}
    for k = 0..n-1
        s = s * x[pos] + c[k]
    end
    {!unroll}
    for k = 0..39
        s += k
    end
    {!unroll times=1}
    for k = 0..2
        s -= 1
        if s < -1000
            break
        endif
    end
    y[pos] = s
end
x = linspace(-1, 1, 100)
for n = [0, 1, 2, 3, 4, 5, 7, 8, 9]
    y = zeros(100)
    c = 1..9
    parallel_do(100, x, c, y, n, polynomial)
    expected = zeros(100)
    for k = 0..n-1
        expected = expected .* x + (k + 1)
    end
    assert(max(abs(y - (expected + 777))) < 1e-3)
end
print "ok"
