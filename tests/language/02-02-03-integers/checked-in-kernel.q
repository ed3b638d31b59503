% proves: 2.2.3 int8'checked in a kernel: a value that does not fit is an error
% expect: error fit|range|overflow|represent
function [] = __kernel__ store(x : vec, a : vec[int8'checked], pos : int)
    a[pos] = x[pos] * 100
endfunction
a = vec[int8](3)
parallel_do(3, [0.0, 1.0, 2.0], a, store)
print a
