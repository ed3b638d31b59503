% proves: 3.9 the forms of function types
% expect: ok
f1 : [(mat, vec) -> ()] = (A, b) -> print("called ", numel(A), " ", numel(b))
f1(eye(2), [1,2,3])
f2 : [__device__ () -> ??] = __device__ () -> 42
assert(f2() == 42)
function [] = var(c : cube, ...s : vec[scalar])
    print numel(c), " ", numel(s)
endfunction
f3 : [(cube, ...scalar) -> ()] = var
f3(zeros(2,2,2), 1, 2, 3)
function r = apply(f : [scalar -> scalar], x)
    r = f(x)
endfunction
assert(apply(sin, 0) == 0)
assert(apply(x -> 2*x, 4) == 8)
g : [(scalar, scalar) -> scalar] = (a, b) -> a - b
assert(g(5, 3) == 2)
k : [__kernel__ (vec, int) -> ()] = __kernel__ (y : vec, pos : int) -> y[pos] = pos
y = zeros(4)
parallel_do(4, y, k)
assert(sum(y) == 6)
print "ok"
