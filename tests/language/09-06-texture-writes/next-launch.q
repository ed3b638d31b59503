% proves: 9.6 texture writes are visible from the next launch on
% expect: ok
function [] = __kernel__ kernel (y: mat'hwtex_nearest, pos : ivec2)
    y[pos] = y[pos] + 1
    y[pos] = y[pos] + 1
endfunction
y = zeros(64,64)
parallel_do(size(y),y,kernel)
parallel_do(size(y),y,kernel)
assert(mean(y) == 2 && min(y) == 2 && max(y) == 2, "two and not four")
print "ok"
