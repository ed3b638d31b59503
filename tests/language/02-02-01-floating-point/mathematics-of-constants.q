% proves: 2.2.1 with COMPILER_EXACT_MATH mathematics of constants in kernels is that of host code, in the last bit
% options: --set COMPILER_EXACT_MATH=true --double
% devices: cpu interp
% expect: ok
function [] = __kernel__ f(y : vec, pos : int)
    y[pos] = tanh(sin(saturate(1.0)))
end
function [] = main()
    y = zeros(1000)
    parallel_do(1000, y, f)
    assert(y[0] == tanh(sin(saturate(1.0))) && y[999] == y[0])
    print "ok"
end
