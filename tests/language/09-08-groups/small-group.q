% proves: 9.8 a group can't be divided into parts that are larger than itself
% expect: error partition: this group is smaller than a part of 8 work items
function [] = __kernel__ k(y : vec, this_thread_block : thread_block, pos : int)
    part = this_thread_block.partition(8)
    y[pos] = part.size
endfunction
y = zeros(20)
parallel_do([[20], [16]], y, k)
print(y)
