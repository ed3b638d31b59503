% proves: 4.2 closure variables in kernel functions and kernel lambdas
% expect: ok
function y : mat = gamma_correction(x : mat, gamma : scalar)
    function [] = __kernel__ my_kernel(pos : ivec2)
        y[pos] = x[pos] ^ gamma
    endfunction
    y = uninit(size(x))
    parallel_do(size(x), my_kernel)
endfunction
function y : mat = gamma_correction2(x : mat, gamma : scalar)
    y = uninit(size(x))
    parallel_do(size(x), __kernel__ (pos : ivec2) -> y[pos] = x[pos]^gamma)
endfunction
a = gamma_correction([[1.0,2.0],[3.0,4.0]], 2)
b = gamma_correction2([[1.0,2.0],[3.0,4.0]], 2)
assert(a[1,1] == 16 && b[1,0] == 9 && sum(abs(a-b)) == 0)
print "ok"
