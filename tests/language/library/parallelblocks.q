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
assert(parallel_sum(x) == sum(x) && parallel_min(x) == min(x) && parallel_max(x) == max(x))
print "ok"
