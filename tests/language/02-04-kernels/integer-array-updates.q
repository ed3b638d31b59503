% proves: LANGUAGE "Numbers": an update of an integer array by a scalar truncates the new value, in kernels too
% expect: ok
function [] = __kernel__ k(d : vec[int], x : vec, pos : int)
    d[pos] += x[pos]
endfunction
d = vec[int](5)
for i=0..4
    d[i] = i
endfor
parallel_do(5, d, [-0.6, -0.6, 0.6, 1.6, -2.6], k)
e = [0, 0, 2, 4, 1]
for i=0..4
    assert(d[i] == e[i], "element ", i, ": ", d[i], ", expected ", e[i])
endfor
print "ok"
