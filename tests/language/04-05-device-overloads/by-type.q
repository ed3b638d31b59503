% proves: 4.5 kernels call the overload whose types are nearest
% expect: stdout
%> [ 5, 18, 31, 44, 57, 70, 83, 96]
%> [ 200100, 201101, 202102, 203103, 204104, 205105, 206106, 207107]
function y = __device__ f(x : scalar)
    y = x + 1
endfunction
function y = __device__ f(x : vec2)
    y = x[0] * 10 + x[1]
endfunction
function y = __device__ f(x : int, z : int)
    y = x * z
endfunction
function y = __device__ f(x : cscalar)
    y = real(x) + imag(x)
endfunction
function [] = __kernel__ k(o : vec, x : vec, pos : int)
    o[pos] = f(x[pos]) + f([x[pos], 1]) + f(pos, 2) + f(complex(1.0,2.0))
endfunction
o = zeros(8)
parallel_do(8, o, 0..7, k)
print o
function y = __device__ g(x : int)
    y = 100 + x
endfunction
function y = __device__ g(x : scalar)
    y = 200 + x
endfunction
function [] = __kernel__ k2(o : vec, x : vec, pos : int)
    o[pos] = g(x[pos]) * 1000 + g(pos)
endfunction
parallel_do(8, o, 0..7, k2)
print o
