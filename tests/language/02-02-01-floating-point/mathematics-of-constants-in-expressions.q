% proves: 2.2.1 in an expression of arrays, mathematics of constants is a number of the host and rounds once
% options: --set COMPILER_EXACT_MATH=true
% expect: ok
function [] = main()
    x = zeros(1000)
    k = tanh(tanh(0.5))
    y = x - k
    z = x - tanh(tanh(0.5))
    assert(z[5] == y[5])
    z = x - (ceil(0.5) * tanh(tanh(0.5)))
    assert(z[5] == y[5])
    assert(numel(sqrt(2.0) + x) == 1000 && sum(x + sqrt(2.0) + max(1.0, 2.0)) > 3414)
    print "ok"
end
