% proves: STDLIB 1.1 kernels capture outer scalars by value and write to outer arrays
% expect: ok
function y = scale(x, factor)
    y = zeros(size(x))
    function [] = __kernel__ k(pos : ivec2)
        y[pos] = factor * x[pos]
    endfunction
    parallel_do(size(x), k)
endfunction
a = scale([[1.0,2.0],[3.0,4.0]], 3)
b = scale([[1.0,2.0],[3.0,4.0]], 0.5)
assert(a[1,1] == 12 && b[1,1] == 2, "each call has its own")
print "ok"
