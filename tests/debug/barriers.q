% Kernels: one with a barrier and shared memory, one without.
function [] = __kernel__ reverse(x : vec, pos : int)
    s = shared(4)
    s[pos] = x[pos]
    syncthreads
    x[pos] = s[3 - pos]
end

function [] = __kernel__ scale(x : mat, k : scalar, pos : ivec2)
    value = x[pos[0], pos[1]]
    value = value * k
    x[pos[0], pos[1]] = value
end

function [] = main()
    x = [1.0, 2.0, 3.0, 4.0]
    parallel_do(4, x, reverse)
    print x
    y = ones(2, 3)
    parallel_do(size(y), y, 2.0, scale)
    print y
    total = 0.0
    for i = 0..99999
        total += i
    end
    print total
end
