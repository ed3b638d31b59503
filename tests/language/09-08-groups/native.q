% proves: 9.8 groups in divergent flow, over cut off blocks of several dimensions, of several sizes at a time
% expect: stdout
%> [ 0, 16, 30, 1, 5][ 11, 12, 32, 42, 5][ 8, 9, 32, 76, 5]784964
%> [ 27, 4158390272, 4294967296][ 6, 2146233472, 511][ 2, 2146233472, 0]645887
%> 941 716 508
%> 29 29 1856
function [] = __kernel__ places(out : mat, this_thread_block : thread_block, coalesced_threads : thread_block, pos : ivec2)
    i = pos[0] * 11 + pos[1]
    part = coalesced_threads.partition(3)
    out[i, 0] = this_thread_block.thread_idx
    out[i, 1] = this_thread_block.size
    out[i, 2] = part.thread_idx + 10 * part.size
    out[i, 3] = this_thread_block.shfl_xor(i, 1)
    out[i, 4] = part.match_any(mod(i, 2))
endfunction

% Different ways through branches, of which some wait for parts and others for the warp; the smaller part goes on first.
function [] = __kernel__ branches(x : vec, out : mat, coalesced_threads : thread_block, pos : int)
    eight = coalesced_threads.partition(8)
    four = eight.partition(4)
    v = x[pos]
    if mod(pos, 3) == 0
        v += four.shfl_down(v, 1)
    endif
    v = eight.shfl_up(v, 1)
    k = 0
    while k < mod(pos, 4)
        v += eight.any(v > 20)
        k += 1
    endwhile
    out[pos, 0] = v
    out[pos, 1] = coalesced_threads.ballot(v > 10)
    if pos > 40
        return
    endif
    out[pos, 2] = coalesced_threads.active_mask
    eight.sync()
endfunction

function y : scalar = __kernel__ warps(x : vec, coalesced_threads : thread_block, this_grid : thread_block, warpSize : int, pos : int)
    s = x[pos]
    step = int(coalesced_threads.size / 2)
    while step > 0
        s += coalesced_threads.shfl_down(s, step)
        step /= 2
    endwhile
    if coalesced_threads.thread_idx == 0
        y += s + 0 * warpSize * this_grid.size
    endif
endfunction

function [] = __kernel__ with_memory(x : vec, out : vec, this_thread_block : thread_block, coalesced_threads : thread_block, pos : int, blkpos : int)
    s = shared(8)
    t = coalesced_threads.shfl(x[pos], 5)
    if coalesced_threads.thread_idx == 0
        s[blkpos / 32] = t
    endif
    this_thread_block.sync()
    out[pos] = s[0] + s[1] + coalesced_threads.all(x[pos] >= 0)
    syncthreads
    out[pos] += coalesced_threads.match_all(x[pos] > 3 ? 1 : 0) > 0
endfunction

function r = digest(a : mat) % whole numbers up to 2^32 that are told apart
    r = 0.0
    for i = 0..size(a,0)-1
        for j = 0..size(a,1)-1
            high = int(a[i,j] / 65536)
            r = mod(r * 31 + high * 7 + (a[i,j] - 65536.0 * high), 1000003)
        endfor
    endfor
endfunction

out = zeros(77, 5)
parallel_do([[7, 11], [4, 4]], out, places)
print(out[0,:], out[43,:], out[76,:], digest(out))
x = zeros(64)
for i = 0..63
    x[i] = mod(i * 11, 31)
endfor
o = zeros(64, 3)
parallel_do([[64], [64]], x, o, branches)
print(o[9,:], o[40,:], o[63,:], digest(o))
print(parallel_do([[64], [64]], x, warps), " ", parallel_do([[50], [50]], x, warps), " ", parallel_do([[64], [25]], x, warps))
u = zeros(64)
parallel_do([[64], [64]], x, u, with_memory)
print(u[0], " ", u[63], " ", sum(u))
