% proves: 2.1(6) multiple assignment, swap, placeholder, assignment as a value
% expect: ok
a = b = 1
assert(a == 1 && b == 1, "chain")
[a, b] = [1, 2]
[a, b] = [b, a]
assert(a == 2 && b == 1, "swap")
[a, _] = [7, 8]
[_, b] = [7, 8]
assert(a == 7 && b == 8, "placeholder")
function [x, y] = both(a, b)
    x = a + b
    y = a * b
endfunction
[u, v] = both(2,3)
assert(u == 5 && v == 6, "two outputs")
[_, v] = both(3,4)
assert(v == 12, "the second only")
m = [[1,2,3],[4,5,6]]
[rows, columns] = size(m,0..1)
assert(rows == 2 && columns == 3, "a vector taken apart")
print "ok"
