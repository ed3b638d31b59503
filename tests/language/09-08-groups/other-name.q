% proves: 9.8 the names of the parameters say which group is meant
% expect: check-error a `thread_block` of a kernel function is called coalesced_threads, this_thread_block, this_grid or
function [] = __kernel__ k(y : vec, block : thread_block, pos : int)
    y[pos] = block.size
endfunction
y = zeros(64)
parallel_do([[64], [32]], y, k)
