% proves: 4.6 device functions as values: passed, chosen at run time, in cells
% expect: stdout
%> [ 0, 1, 4, 9, 16, 25, 36, 49]
%> [ 0, 1, 8, 27, 64, 125, 216, 343]
%> [ 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]
%> [ 0, 1, 8, 9, 64, 25, 216, 49]
%> [ 0, 1, 4, 27, 16, 125, 36, 343]
%> [ 0, 1, 4, 27, 16, 125, 36, 343]
%> [ 1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000064]
%> [ 0, 99, 198, 297, 810, 1010, 1210, 1410]
function y = __device__ sq(x : scalar)
    y = x * x
endfunction
function y = __device__ cube_(x : scalar)
    y = x * x * x
endfunction
function [] = __kernel__ apply(o : vec, x : vec, f : [__device__ scalar -> scalar], pos : int)
    o[pos] = f(x[pos])
endfunction
o = zeros(8)
parallel_do(8, o, 0..7, sq, apply)
print o
parallel_do(8, o, 0..7, cube_, apply)
print o
h = __device__ (x : scalar) -> x / 2
parallel_do(8, o, 0..7, h, apply)
print o
function [] = __kernel__ pick(o : vec, x : vec, n : int, pos : int)
    f = sq
    if mod(pos, 2) == 0
        f = cube_
    endif
    o[pos] = f(x[pos])
endfunction
parallel_do(8, o, 0..7, 2, pick)
print o
function y = __device__ choose(n : int)
    if n == 0
        y = sq
    else
        y = cube_
    endif
endfunction
function [] = __kernel__ pick2(o : vec, x : vec, pos : int)
    f = choose(mod(pos,2))
    o[pos] = f(x[pos])
endfunction
parallel_do(8, o, 0..7, pick2)
print o
fs = {sq, cube_}
function [] = __kernel__ pick3(o : vec, x : vec, fs : vec[[__device__ scalar->scalar]], pos : int)
    f = fs[mod(pos,2)]
    o[pos] = f(x[pos])
endfunction
parallel_do(8, o, 0..7, fs, pick3)
print o
% without candidates in order, with results of other types, with several results
function y = __device__ half(x : int)
    y = int(x / 2)
endfunction
function [] = __kernel__ mixed(o : vec, pos : int)
    f = mod(pos,3) == 0 ? half : sq
    o[pos] = f(pos)
    for k = 0..2
        if k == 1
            f = cube_
        endif
    endfor
    o[pos] += f(1000.0)
endfunction
parallel_do(8, o, mixed)
print o
function [a : scalar, b : scalar] = __device__ two(x : scalar)
    a = x
    b = -x
endfunction
function [a : scalar, b : scalar] = __device__ two_more(x : scalar)
    a = 2*x
    b = 10
endfunction
function [] = __kernel__ several(o : vec, n : vec, pos : int)
    f = two
    if pos > 3
        f = two_more
    endif
    [p, q] = f(n[pos])
    o[pos] = p * 100 + q
endfunction
parallel_do(8, o, 0..7, several)
print o
