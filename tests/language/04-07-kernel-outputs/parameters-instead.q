% proves: 4.7 the same with an array parameter
% expect: ok
function [] = __kernel__ stats(sum : vec(1), A : mat, pos : ivec2)
    if A[pos] != 0
        sum[0] += A[pos]
    endif
endfunction
A = eye(50)
sum_ = zeros(1)
parallel_do(size(A),sum_,A,stats)
assert(sum_[0] == 50)
print "ok"
