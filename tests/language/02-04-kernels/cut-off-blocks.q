% proves: 2.4 the last blocks of a grid that is no multiple of the block have only the work items of the grid
% expect: stdout
%> [ 59, 59, 56, 56]
%> [ 4, 4, 3]
%> [ 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]
function [] = __kernel__ count(y : vec, pos : int, blkpos : int)
    s = shared(4)
    s[mod(blkpos, 4)] += 1
    syncthreads
    y[mod(pos, 4)] += s[0]
endfunction

% in two dimensions, with a loop around a barrier
function [] = __kernel__ rows(y : vec, pos : ivec2, blkpos : ivec2)
    s = shared(3)
    for k = 0..2
        if blkpos[0] == k
            s[k] += 1
        endif
        syncthreads
    endfor
    if blkpos[0] == 0 && blkpos[1] == 0
        y[pos[1] / 4] += s[0]
    endif
endfunction

% work items that end before the others come to the barrier
function [] = __kernel__ ends(y : vec, pos : int, blkpos : int)
    s = shared(1)
    for k = 0..pos
        if mod(pos, 2) == 1
            y[pos] = 1
            return
        endif
    endfor
    s[0] += 1
    syncthreads
    y[pos] = pos == 10 ? s[0] : 1
endfunction

y = zeros(4)
parallel_do([[50], [20]], y, count)
print y
y = zeros(3)
parallel_do([[2, 11], [3, 4]], y, rows)
print y
y = zeros(11)
parallel_do([[11], [6]], y, ends)
print y
