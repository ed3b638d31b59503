% proves: 3.1 cells with elements of unspecified type can't be passed to kernels
% expect: error cell|kernel
function [] = __kernel__ k(c, pos : int)
    print c[pos]
endfunction
c = cellvec(2)
c[0] = "a"
c[1] = {1, 2}
parallel_do(2, c, k)
