% proves: STDLIB 8 parallelblocks
% expect: ok
import "parallelblocks.q"
assert(find_index_min([[3,1],[1,2]]) == 1)
assert(find_index_max([[3,1],[1,7]]) == 3)
x = mod(37.0 * reshape(0..99999, [100,1000]) + 11, 100003)
k = find_index_min(x)
p = ind2pos(size(x), k)
assert(x[p] == min(x))
assert(all(prefix_sum([1,2,3]) == [0,1,3]))
y = prefix_sum([2,1/0,3])
assert(y[0] == 0 && y[1] == 2 && isinf(y[2]), y) % what comes at a position is no part of its sum
assert(numel(prefix_sum(zeros(0))) == 0 && all(prefix_sum([5]) == [0]))
assert(parallel_sum(x) == sum(x) && parallel_min(x) == min(x) && parallel_max(x) == max(x))
print "ok"
