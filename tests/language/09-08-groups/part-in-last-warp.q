% proves: 9.8 a part that is as large as the last, smaller warp goes on before it, as elsewhere
% expect: stdout
%> [ 12, 13, 14, 1107]
%> [ 32, 33, 34, 3539, 36, 37, 38, 3539]
function [] = __kernel__ k(y : vec, n : int, pos : int, blkpos : int, coalesced_threads : thread_block, this_thread_block : thread_block)
    part = this_thread_block.partition(16)
    if mod(blkpos, 4) == 3 && n > 0
        y[pos] += coalesced_threads.shfl_up(100 * blkpos, 4)
    endif
    y[pos] += part.shfl(blkpos, 7)
endfunction
y = zeros(40)
parallel_do([[40], [40]], y, 1, k)
print y[12..15]
print y[32..39]
