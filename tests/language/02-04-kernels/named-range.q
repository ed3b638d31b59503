% proves: 2.4.1 a range as a named argument of a launch is still there afterwards (it was freed)
% expect: ok
function [] = __kernel__ k(x : mat, a : vec, b : scalar, pos : ivec2)
    x[pos] = a[pos[1]] - b
end
x = zeros(2, 3)
r = 0..3
for i = 1..20
    parallel_do(size(x), b := 1, x := x, a := r, k)
    parallel_do(size(x), x := x, b := 1, a := 0..3, k)
end
assert(x[1,2] == 1 && x[0,0] == -1)
assert(numel(r) == 4 && r[3] == 3)
print "ok"
