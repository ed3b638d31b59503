% proves: 4.9.4, 8.6 reductions in kernel, device and host functions, and where types are open there
% expect: stdout
%> [ 1.01, 2.01, 3.01, 4.01]
%> [ 2, 3, 4, 5]
%> 4
reduction (x : scalar) -> place(x) = x + 1
reduction (x : mat) -> place(x) = x + 2
reduction (x : scalar) -> log(x) = x - 1 where abs(x - 1) < 1e-1 && $ftype("__device__")
function y = __device__ dv(a)
    y = place(a) + log(1.01)
endfunction
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = dv(y[pos])
endfunction
y = [0.0,1,2,3]
parallel_do(size(y), y, k)
print y
function y = host(n, v)
    y = zeros(n)
    for i=0..n-1
        y[i] = place(v[i])
    endfor
endfunction
print host(4, [1,2,3,4])
function y = one(m)
    y = place(m)
endfunction
print one([2,3])[0]
