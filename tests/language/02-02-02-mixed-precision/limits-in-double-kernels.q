% proves: 2.2.2 maxvalue(scalar) is that of the selected precision in kernels that compute in double precision, too
% expect: ok
function [] = __kernel__ k(z : vec, w : vec'double, pos : int)
    z[0] = maxvalue(scalar)
    z[1] = minvalue(scalar)
    w[0] = maxvalue(scalar)
    w[1] = maxvalue(scalar'double)
    w[2] = eps
    w[3] = maxvalue(int8)
endfunction
z = zeros(2)
w = vec'double(4)
parallel_do(1, z, w, k)
assert(z[0] == maxvalue(scalar) && z[1] == minvalue(scalar) && z[0] < inf)
assert(w[0] == maxvalue(scalar) && w[1] > 1e308 && w[1] < inf && w[2] == eps && w[3] == 127)
print "ok"
