% proves: 4.2 a closure variable can't be updated
% expect: check-error read-only
a = 1
function [] = __device__ accumulate(x : scalar)
    a += x
endfunction
accumulate(4)
