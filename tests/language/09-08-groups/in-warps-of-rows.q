% proves: 9.8 shuffles, votes and barriers of warps in blocks of two dimensions, whole ones and others
% expect: stdout
%> [ 10, 3676720640, 1021]591355 771759
%> [ 1, 919198528, 221]456167 0
%> [ 10, 3676720640, 1021]158136 0
%> [ 1, 919198528, 221]491269 0
%> [ 10, 2472860416, 1005]440743 605033
%> [ 1, 3384167936, 116]908370 0
%> [ 10, 2472860416, 1005]24818 0
%> [ 1, 3384167936, 116]335918 0
function [] = __kernel__ in_rows(x : mat, out : cube, coalesced_threads : thread_block, pos : ivec2)
    v = x[pos]
    out[pos[0], pos[1], 0] = coalesced_threads.shfl_up(v, 1)
    out[pos[0], pos[1], 1] = coalesced_threads.ballot(v > 10)
    out[pos[0], pos[1], 2] = coalesced_threads.thread_idx + 100 * coalesced_threads.partition(4).match_any(mod(v, 3))
    syncthreads(warp)
endfunction

% The other half of a warp's memory, behind the warp's own barrier.
function [] = __kernel__ turned(x : mat, out : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    s = shared(128)
    i = blkpos[0] * blkdim[1] + blkpos[1]
    s[i] = x[pos]
    syncthreads(warp)
    v = s[32 * int(i / 32) + 31 - mod(i, 32)]
    syncthreads(warp)
    s[i] = v
    syncthreads
    out[pos] = s[i]
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

for width = [16, 32]
    for rows = [16, 13]
        for columns = [32, 25]
            m = reshape(mod(linspace(0, rows * columns - 1, rows * columns) * 7, 23), [rows, columns])
            r = zeros(rows, columns, 3)
            parallel_do([[rows, columns], [128 / width, width]], m, r, in_rows)
            t = zeros(rows, columns)
            if columns == 32 && rows == 16
                parallel_do([[rows, columns], [128 / width, width]], m, t, turned)
            endif
            print(r[3,5,:], digest(r), " ", digest(t))
        endfor
    endfor
endfor
