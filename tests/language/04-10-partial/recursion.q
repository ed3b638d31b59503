% proves: 4.10 recursive functions, also in kernels
% expect: ok
function y = fib(n)
    if n < 2
        y = n
    else
        y = fib(n-1) + fib(n-2)
    endif
endfunction
assert(fib(15) == 610)
function y : scalar = __device__ fac(n : scalar)
    y = n <= 1 ? 1 : n * fac(n-1)
endfunction
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = fac(pos)
endfunction
y = zeros(6)
parallel_do(6, y, k)
assert(y[5] == 120)
depth = 0
function y = deep(n)
    y = 0
    if n > 0
        y = deep(n-1) + 1
    endif
endfunction
assert(deep(5000) == 5000)
print "ok"
