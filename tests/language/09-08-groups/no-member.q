% proves: 9.8 members that a thread_block does not have
% expect: error a thread_block has no member shfl_dwn; did you mean shfl_down\?
function [] = __kernel__ k(y : vec, this_thread_block : thread_block, pos : int)
    y[pos] = this_thread_block.shfl_dwn(y[pos], 1)
endfunction
y = zeros(64)
parallel_do([[64], [32]], y, k)
