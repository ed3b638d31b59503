% proves: 9.8 sums over warps by shuffles, as an output and per block
% expect: ok
function y : scalar = __kernel__ halving(coalesced_threads : thread_block, x : vec, pos : int)
    lane = coalesced_threads.thread_idx
    step = int(coalesced_threads.size / 2)
    part = x[pos]
    while step > 0
        part += coalesced_threads.shfl_down(part, step)
        step /= 2
    endwhile
    if lane == 0
        y += part
    endif
endfunction

function y : scalar = __kernel__ unrolled(coalesced_threads : thread_block, x : vec, pos : int)
    part = x[pos]
    part += coalesced_threads.shfl_down(part, 16)
    part += coalesced_threads.shfl_down(part, 8)
    part += coalesced_threads.shfl_down(part, 4)
    part += coalesced_threads.shfl_down(part, 2)
    part += coalesced_threads.shfl_down(part, 1)
    if coalesced_threads.thread_idx == 0
        y += part
    endif
endfunction

% The first warp works longer than the others, which wait for it at the barrier.
function [] = __kernel__ first_warp(x : vec, y : vec, pos : int, blkpos : int, this_thread_block : thread_block, coalesced_threads : thread_block)
    s = shared(1)
    if blkpos < 32
        part = x[pos]
        for k = 0..4
            part += coalesced_threads.shfl_xor(part, 2 ^ k)
        endfor
        if blkpos == 0
            s[0] = part
        endif
    endif
    this_thread_block.sync()
    y[pos] = s[0]
endfunction

x = zeros(256)
for i = 0..255
    x[i] = mod(i * 7, 13)
endfor
s = parallel_do([[256], [64]], x, halving)
assert(s == sum(x), "halving")
s = parallel_do([[256], [128]], x, unrolled)
assert(s == sum(x), "unrolled")
y = zeros(256)
parallel_do([[256], [64]], x, y, first_warp)
for b = 0..3
    assert(y[b * 64 + 63] == sum(x[b * 64 .. b * 64 + 31]) && y[b * 64] == y[b * 64 + 63], "barrier")
endfor
print "ok"
