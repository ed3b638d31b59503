% proves: 2.2.4 fixed-size vectors
% expect: ok
function y : vec(4) = twice(x : vec(4))
    y = 2*x
endfunction
y = twice([1.0,2.0,3.0,4.0])
assert(sum(y) == 20)
function y : scalar = __device__ dot4(a : vec(4), b : vec(4))
    y = dotprod(a, b)
endfunction
function [] = __kernel__ k(x : mat(:,4), y : vec, pos : int)
    v = x[pos,0..3]
    y[pos] = dot4(v, [1.0,2.0,3.0,4.0])
endfunction
x = ones(8,4)
r = zeros(8)
parallel_do(8, x, r, k)
assert(sum(r) == 80)
print "ok"
