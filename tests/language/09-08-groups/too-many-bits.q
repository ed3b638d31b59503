% proves: 9.8 a mask has 32 bits
% expect: error ballot: a mask has 32 bits, and this group has 64 work items; divide it first, as in group.partition\(32\)
function [] = __kernel__ k(y : vec, this_thread_block : thread_block, pos : int)
    y[pos] = this_thread_block.ballot(pos > 3)
endfunction
y = zeros(128)
parallel_do([[128], [64]], y, k)
