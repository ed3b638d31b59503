% proves: 4.8 variadic device functions called from kernels
% expect: stdout
%> [ 28, 39, 50, 61, 72, 83, 94, 105]
function y = __device__ total(...args)
    y = 0.0
    for i = 0..numel(args)-1
        y += args[i]
    endfor
endfunction
function y = __device__ total2(a : scalar, ...args : vec[scalar])
    y = a
    for i = 0..numel(args)-1
        y += 10*args[i]
    endfor
endfunction
function y = __device__ outer(...args)
    y = total(...args)
endfunction
function [] = __kernel__ k(o : vec, x : vec, pos : int)
    o[pos] = total(x[pos], 1, 2) + total() + total2(1) + total2(1, 2, x[pos]) + outer(1, 2)
endfunction
o = zeros(8)
parallel_do(8, o, 0..7, k)
print o
