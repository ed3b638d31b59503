% proves: 4.7 an output of a kernel starts at zero and is shared by all work items
% expect: ok
function [y : int] = __kernel__ any_(A : mat, pos : ivec2)
    if A[pos] != 0
        y = 1
    endif
endfunction
A = zeros(10,10)
assert(parallel_do(size(A),A,any_) == 0)
A[3,4] = 2
n = 0
if parallel_do(size(A),A,any_)
    n = 1
endif
assert(n == 1)
print "ok"
