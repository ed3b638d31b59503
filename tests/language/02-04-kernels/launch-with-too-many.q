% proves: 2.4.1 a launch passes what the kernel asks for
% expect: check-error `k` needs 1 argument from parallel_do, but this launch passes 2
function [] = __kernel__ k(m : mat, pos : ivec2)
    m[pos] = 1
endfunction
parallel_do([2,2], zeros(2,2), 5, k)
