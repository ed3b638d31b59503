% manual: 2.2.3 LANGUAGE.md: a variable that begins with a number of open type is no integer variable, in compiled kernels too
% expect: ok
function y = __device__ halved(n)
    k = n
    k = k / 2
    y = k
endfunction
function [] = __kernel__ kernel(y, n, pos)
    k = n
    k = k / 2
    n = n / 2
    y[pos] = k + 10 * n + 100 * halved(5)
endfunction
y = zeros(2)
parallel_do(2, y, 3, kernel)
assert(y[0] == 266.5 && y[1] == 266.5)
assert(halved(3) == 1.5)
print "ok"
