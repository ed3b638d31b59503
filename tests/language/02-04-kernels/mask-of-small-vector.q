% manual: 2.4.1 STDLIB 1.3: x[m] gathers the elements where m is true, in kernels too
% expect: ok
function [] = __kernel__ k(v : vec(4), y : vec, pos : int)
    w = v[v > pos]
    y[pos] = sum(w) * 10 + numel(w)
endfunction
y = zeros(3)
parallel_do(3, [1.0, -2.0, 3.5, 4.0], y, k)
assert(sum(abs(y - [88, 77, 77])) == 0)
print "ok"
