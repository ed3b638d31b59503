% proves: 3.9 a host function is no device function
% expect: error device
function r = apply(f : [__device__ scalar -> scalar], x)
    r = f(x)
endfunction
function y = host(a : scalar)
    y = a
endfunction
c = {host}
print apply(c[0], 4)
