% proves: 4.3 a device function can't call a host function
% expect: check-error host|device
function y = host(x)
    [a] = load("f.dat")
    y = x
endfunction
function y = __device__ dev(x : scalar)
    y = host(x)
endfunction
print dev(1)
