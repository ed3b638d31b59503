% proves: 11.6 a result in a vector of length 1
% expect: ok
function [] = __kernel__ calc_sum(result : vec(1), data : cube, pos : vec3)
    result += data[pos]
endfunction
r = zeros(1)
parallel_do([3,4,5], r, ones(3,4,5), calc_sum)
assert(r[0] == 60, "sum")
print "ok"
