% proves: 2.4.4 a barrier of 10,000 work items: they are side by side, not calls inside each other
% expect: ok
function [] = __kernel__ reverse(x : vec, y : vec, pos : int)
    x[pos] = pos
    syncthreads(grid)
    y[pos] = x[9999 - pos]
endfunction
x = zeros(10000)
y = zeros(10000)
parallel_do(10000, x, y, reverse)
for i = 0..9999
    assert(y[i] == 9999 - i)
endfor
print "ok"
