% proves: 9.8 shuffles and votes of a warp to which all of the block come, cut off, and of its parts
% expect: stdout
%> [ 4, 0, 15, 8, 16, 0, 0][ 16, 13, 12, 4, 12, 50, 0]963464
%> [ 613716544, 10, 1048584, 0, 4294967296, 505, 86][ 2454866176, 0, 131073, 0, 4294967296, 1301, 71]763108
%> [ 0, 0][ 4257218304, 1]386893
%> [ 4, 0, 15, 8, 16, 0, 0][ 16, 13, 12, 4, 12, 50, 0]963464
%> [ 613716544, 10, 1048584, 0, 4294967296, 505, 86][ 2454866176, 0, 131073, 0, 4294967296, 1301, 71]763108
%> [ 0, 0][ 4257218304, 1]386893
%> [ 4, 0, 15, 8, 16, 0, 0][ 16, 13, 12, 12, 12, 49, 0]600370
%> [ 613716544, 10, 1048584, 0, 4294967296, 505, 86][ 149801, 0, 131073, 0, 262143, 101, 96]307909
%> [ 0, 0][ 261855, 1]889720
%> [ 4, 0, 15, 8, 16, 0, 0][ 16, 13, 12, 12, 12, 49, 0]600370
%> [ 613716544, 10, 1048584, 0, 4294967296, 505, 86][ 149801, 0, 131073, 0, 262143, 101, 96]307909
%> [ 0, 0][ 261855, 1]889720
%> [ 1431323776, 0][ 572531264, 0][ 0, 0][ 983040, 15]416175
function [] = __kernel__ handed(x : vec, out : mat, coalesced_threads : thread_block,
        this_thread_block : thread_block, pos : int)
    v = x[pos]
    eight = this_thread_block.partition(8)
    out[pos, 0] = coalesced_threads.shfl(v, 5)
    out[pos, 1] = coalesced_threads.shfl_up(v, 3)
    out[pos, 2] = coalesced_threads.shfl_down(v, mod(pos, 7))
    out[pos, 3] = coalesced_threads.shfl_xor(v, 9)
    out[pos, 4] = eight.shfl(v, 40 - mod(pos, 50))
    out[pos, 5] = eight.shfl_xor(pos, 3)
    out[pos, 6] = coalesced_threads.shfl_up(v > 10, 1)
    this_thread_block.partition(16).sync()
    coalesced_threads.sync()
endfunction

function [] = __kernel__ voted(x : vec, out : mat, coalesced_threads : thread_block,
        this_thread_block : thread_block, pos : int)
    v = x[pos]
    four = coalesced_threads.partition(4)
    out[pos, 0] = coalesced_threads.ballot(v > 10)
    out[pos, 1] = four.all(v > 3) + 10 * four.any(v > 14)
    out[pos, 2] = coalesced_threads.match_any(v)
    out[pos, 3] = four.match_all(int(v / 8))
    out[pos, 4] = coalesced_threads.active_mask
    out[pos, 5] = coalesced_threads.shfl_xor(v, 1) + 100 * four.ballot(v < 7)
    for k = 1..3
        v += coalesced_threads.shfl_down(v, k)
    endfor
    out[pos, 6] = v
endfunction

function [] = __kernel__ left(x : vec, out : mat, coalesced_threads : thread_block, pos : int)
    if x[pos] > 14 % these give nothing any more
        return
    endif
    out[pos, 0] = coalesced_threads.active_mask
    out[pos, 1] = coalesced_threads.shfl_xor(x[pos], 1)
endfunction

% Both zeros are equal, and what is no number equals nothing, not even itself.
function [] = __kernel__ matched(x : vec, out : mat, coalesced_threads : thread_block, pos : int)
    out[pos, 0] = coalesced_threads.match_any(x[pos])
    out[pos, 1] = coalesced_threads.partition(4).match_all(x[pos])
endfunction

function r = digest(a : cube) % whole numbers up to 2^32 that are told apart
    r = 0.0
    for i = 0..size(a,0)-1
        for j = 0..size(a,1)-1
            for k = 0..size(a,2)-1
                high = int(a[i,j,k] / 65536)
                r = mod(r * 31 + high * 7 + (a[i,j,k] - 65536.0 * high), 1000003)
            endfor
        endfor
    endfor
endfunction

x = zeros(128)
for i = 0..127
    x[i] = mod(i * 11, 17)
endfor
for n = [128, 50]
    for block = [64, 128]
        out = zeros(128, 7)
        parallel_do([[n], [block]], x, out, handed)
        print(out[3,:], out[49,:], digest(out))
        out = zeros(128, 7)
        parallel_do([[n], [block]], x, out, voted)
        print(out[3,:], out[49,:], digest(out))
        out = zeros(128, 2)
        parallel_do([[n], [block]], x, out, left)
        print(out[3,:], out[49,:], digest(out))
    endfor
endfor
z = zeros(128)
for i = 0..127
    z[i] = i / 2 - floor(i / 2) + floor(mod(i, 4) / 3)
endfor
z[4] = -z[0]
z[8] = 0 / z[0]
z[12] = 0 / z[0]
for i = 16..19
    z[i] = 2
endfor
out = zeros(128, 2)
parallel_do([[128], [64]], z, out, matched)
print(out[4,:], out[5,:], out[8,:], out[16,:], digest(out))
