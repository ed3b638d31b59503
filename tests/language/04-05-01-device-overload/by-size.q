% proves: 4.5.1 overloads for size constraints
% expect: ok
function y = f(a : mat)
    y = 1
endfunction
function y = f(a : mat2x2)
    y = 2
endfunction
function y = f(a : mat(:,3))
    y = 3
endfunction
assert(f(zeros(4,4)) == 1 && f(zeros(2,2)) == 2 && f(zeros(7,3)) == 3)
n = int(2)
assert(f(zeros(n,n)) == 2 && f(zeros(n,n+1)) == 3)
function y : scalar = __device__ g(a : vec)
    y = 1
endfunction
function y : scalar = __device__ g(a : vec2)
    y = 2
endfunction
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = g([1.0,2.0]) * 10 + g([1.0,2.0,3.0])
endfunction
y = zeros(2)
parallel_do(2, y, k)
assert(y[1] == 21)
function y = h(a : cube{2})
    y = 2
endfunction
function y = h(a : cube{4})
    y = 4
endfunction
assert(h(zeros(2,2)) == 2 && h(zeros(2,2,2,2)) == 4)
print "ok"
