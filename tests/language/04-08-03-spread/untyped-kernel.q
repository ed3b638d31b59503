% proves: 4.8.3 a kernel that does not say how many dimensions it has
% expect: ok
function [] = __kernel__ brighten(X, Y, pos)
    Y[...pos, 0..2] = X[...pos, 0..2] * 2
endfunction
x = ones(3,4,3)
y = zeros(3,4,3)
parallel_do([3,4], x, y, brighten)
assert(sum(y) == 72)
x = ones(2,3,4,3)
y = zeros(2,3,4,3)
parallel_do([2,3,4], x, y, brighten)
assert(sum(y) == 144)
print "ok"
