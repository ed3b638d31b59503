% proves: 4.7 outputs of launches without work items are what they begin with, however often
% expect: ok
function [n : int, s : scalar] = __kernel__ counts(x : vec, pos : int)
    n += 1
    s += x[pos]
endfunction
x = ones(100)
empty = zeros(0)
for k = 0..1999
    [n, s] = parallel_do(0, empty, counts)
    assert(n == 0 && s == 0)
    if mod(k, 100) == 0
        [n, s] = parallel_do(numel(x), x, counts)
        assert(n == 100 && s == 100)
    endif
endfor
print "ok"
