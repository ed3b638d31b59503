% proves: 9.8 properties and methods of thread_block
% expect: ok
function [] = __kernel__ places(out : mat, this_thread_block : thread_block, this_grid : thread_block, coalesced_threads : thread_block, warpsize : int, pos : int)
    part = this_thread_block.partition(8)
    quarter = part.partition(2)
    out[pos, 0] = this_thread_block.thread_idx
    out[pos, 1] = this_thread_block.size
    out[pos, 2] = this_grid.thread_idx
    out[pos, 3] = this_grid.size
    out[pos, 4] = coalesced_threads.thread_idx
    out[pos, 5] = coalesced_threads.size
    out[pos, 6] = part.thread_idx
    out[pos, 7] = part.size
    out[pos, 8] = quarter.thread_idx + 10 * quarter.size
    out[pos, 9] = warpsize
    out[pos, 10] = part.active_mask
endfunction

% 50 items in blocks of 20: the last one has 10.
out = zeros(50, 11)
parallel_do([[50], [20]], out, places)
for i = 0..49
    b = mod(i, 20)
    n = i < 40 ? 20 : 10
    expected = [b, n, i, 50, b, n, mod(b, 8), min(8, n - 8 * int(b / 8)), mod(mod(b, 8), 2) + 20, 32, 2 ^ min(8, n - 8 * int(b / 8)) - 1]
    assert(sum(abs(out[i, :] - expected)) == 0, "places")
endfor

function [] = __kernel__ moves(x : vec, out : mat, this_thread_block : thread_block, pos : int)
    part = this_thread_block.partition(8)
    out[pos, 0] = part.shfl(x[pos], 3)
    out[pos, 1] = part.shfl_up(x[pos], 2)
    out[pos, 2] = part.shfl_down(x[pos], 2)
    out[pos, 3] = part.shfl_xor(x[pos], 5)
    out[pos, 4] = this_thread_block.shfl(x[pos], 15)
    part.sync()
endfunction

x = zeros(32)
for i = 0..31
    x[i] = i * i
endfor
out = zeros(32, 5)
parallel_do([[32], [16]], x, out, moves)
for i = 0..31
    b = i - mod(i, 8)
    k = mod(i, 8)
    expected = [x[b + 3], k < 2 ? x[i] : x[i - 2], k > 5 ? x[i] : x[i + 2], x[b + xor(k, 5)], x[i < 16 ? 15 : 31]]
    assert(sum(abs(out[i, :] - expected)) == 0, "moves")
endfor

function [] = __kernel__ votes(x : vec, out : mat, coalesced_threads : thread_block, pos : int)
    v = x[pos]
    out[pos, 0] = coalesced_threads.all(v > -1)
    out[pos, 1] = coalesced_threads.all(v > 0)
    out[pos, 2] = coalesced_threads.any(v > 1)
    out[pos, 3] = coalesced_threads.any(v > 2)
    out[pos, 4] = coalesced_threads.ballot(v == 0)
    out[pos, 5] = coalesced_threads.match_any(v)
    out[pos, 6] = coalesced_threads.match_all(v)
    out[pos, 7] = coalesced_threads.match_all(5)
    % Only those that get here take part.
    if v == 2
        out[pos, 8] = coalesced_threads.ballot(1)
        out[pos, 9] = coalesced_threads.match_all(v)
    else
        out[pos, 8] = coalesced_threads.ballot(1)
        out[pos, 9] = coalesced_threads.all(v < 2)
    endif
endfunction

x = [0, 1, 2, 0, 1, 2, 0, 1]
out = zeros(8, 10)
parallel_do([[8], [8]], x, out, votes)
masks = [1 + 8 + 64, 2 + 16 + 128, 4 + 32]
for i = 0..7
    v = x[i]
    two = v == 2 ? masks[2] : masks[0] + masks[1]
    expected = [1, 0, 1, 0, masks[0], masks[v], 0, 255, two, v == 2 ? two : 1]
    assert(sum(abs(out[i, :] - expected)) == 0, "votes")
endfor
print "ok"
