% proves: 4.7 outputs accumulated with atomic operations
% expect: ok
function [sum : scalar] = __kernel__ stats(A : mat, pos : ivec2)
    if A[pos] != 0
        sum += A[pos]
    endif
endfunction
A = zeros(100,100)
A[3,4] = 2.5
A[50,60] = 4
sum_ = parallel_do(size(A),A,stats)
assert(sum_ == 6.5)
function [n : int, s : scalar, lo : scalar, hi : scalar] = __kernel__ many(A : mat, pos : ivec2)
    n += 1
    s += A[pos]
    lo __= A[pos]
    hi ^^= A[pos]
endfunction
B = zeros(20,30)
for i = 0..19
    for j = 0..29
        B[i,j] = i - j
    endfor
endfor
[n, s, lo, hi] = parallel_do(size(B), B, many)
assert(n == 600 && s == -3000 && lo == -29 && hi == 19)
function [p : scalar] = __kernel__ prod_(x : vec, pos : int)
    p *= x[pos]
endfunction
assert(parallel_do(4, [1.0,2.0,3.0,4.0], prod_) == 24)
print "ok"
